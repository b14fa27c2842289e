import type { ApiObject } from '../../../api/object.ts';
import type { Endpoint } from '../../context/call.ts';
import { strategyContext } from '../../context/strategy-context.ts';
import { decodeRequestBody } from '../../http/decode-request-body.ts';
import { representObject } from '../../http/representation.ts';
import { readWriteOptions } from '../../http/write-options.ts';
import { takeNamespace } from '../take-identity.ts';
import { write } from '../write.ts';

/** POST of a collection. */
export const create: Endpoint = async (call) => {
  const { resource, info } = call;
  const options = readWriteOptions(call.url.searchParams, 'CreateOptions', call.server.dialect);
  const body = await decodeRequestBody(call, {
    resource,
    schema: resource.schema,
    fieldValidation: options.fieldValidation,
  });
  wipeSystemFields(body);
  takeNamespace(resource, body, info.namespace);
  resource.behavior.strategy?.setDefaults?.(body, strategyContext(call, options.dryRun));
  const outcome = await write(call, {
    resource,
    subresource: '',
    namespace: info.namespace,
    name: body.metadata.name ?? '',
    verb: 'create',
    options,
    propose: () => body,
  });
  return representObject(call, 201, outcome.object);
};

/** What the server itself sets does not come from a client. */
export function wipeSystemFields({ metadata }: ApiObject): void {
  delete metadata.creationTimestamp;
  delete metadata.uid;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}
