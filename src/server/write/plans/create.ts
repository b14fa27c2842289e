import type { Endpoint } from '../../context/call.ts';
import { decodeRequestBody } from '../../http/decode-request-body.ts';
import { representWritten } from '../../http/representation.ts';
import { readWriteOptions } from '../../http/write-options.ts';
import { takeNamespace } from '../bodies/take-identity.ts';
import { wipeSystemFields } from '../bodies/wipe-system-fields.ts';
import { clientOrigin } from '../origins.ts';
import { write } from '../write.ts';

/** POST of a collection. */
export const create: Endpoint = async (call) => {
  const { resource, info } = call;
  const options = readWriteOptions(call.url.searchParams, 'CreateOptions', call.server.dialect);
  const { fieldValidation } = options;
  const body = await decodeRequestBody(call, { resource, schema: resource.schema, fieldValidation });
  wipeSystemFields(body);
  takeNamespace(resource, body, info.namespace);
  const outcome = await write({
    origin: clientOrigin(call, options.fieldManager),
    resource,
    subresource: '',
    namespace: info.namespace,
    name: body.metadata.name ?? '',
    dryRun: options.dryRun,
    verb: 'create',
    propose: () => body,
  });
  return representWritten(call, 201, outcome);
};
