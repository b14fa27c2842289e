import type { Endpoint } from '../../context/call.ts';
import { decodeSentObject } from '../../http/decode-request-body.ts';
import { representWritten } from '../../http/representation.ts';
import { readWriteOptions } from '../../http/write-options.ts';
import { sentUpdate } from '../bodies/sent-update.ts';
import { checkName, takeNamespace } from '../bodies/take-identity.ts';
import { clientOrigin } from '../origins.ts';
import { write } from '../write.ts';

/** PUT of an object, or of a subresource with the same body. */
export const update: Endpoint = async (call) => {
  const { resource, info } = call;
  const options = readWriteOptions(call.url.searchParams, 'UpdateOptions', call.server.dialect);
  const { fieldValidation } = options;
  const sent = await decodeSentObject(call, { resource, schema: resource.schema, fieldValidation });
  takeNamespace(resource, sent, info.namespace);
  checkName(sent, info.name);
  const outcome = await write({
    origin: clientOrigin(call, options.fieldManager),
    resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name,
    dryRun: options.dryRun,
    verb: 'update',
    isOwn: true,
    propose: (live) => sentUpdate({ resource, subresource: info.subresource }, sent, live),
  });
  return representWritten(call, outcome.effect === 'created' ? 201 : 200, outcome);
};
