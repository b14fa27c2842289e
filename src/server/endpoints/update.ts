import type { Endpoint } from '../call.ts';
import { decodeRequestBody } from '../decode-request-body.ts';
import { representObject } from '../representation.ts';
import { strategyContext } from '../strategy-context.ts';
import { checkName, takeNamespace } from '../take-identity.ts';
import { write } from '../write.ts';
import { readWriteOptions } from '../write-options.ts';

/** PUT of an item or of a subresource that is the same object. */
export const update: Endpoint = async (call) => {
  const { resource, info } = call;
  const options = readWriteOptions(call.url.searchParams, 'UpdateOptions', call.server.dialect);
  const body = await decodeRequestBody(call, {
    resource,
    schema: resource.schema,
    fieldValidation: options.fieldValidation,
  });
  takeNamespace(resource, body, info.namespace);
  checkName(body, info.name);
  resource.behavior.strategy?.setDefaults?.(body, strategyContext(call, options.dryRun));
  const outcome = await write(call, {
    resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name,
    verb: 'update',
    options,
    propose: () => body,
  });
  return representObject(call, outcome.created ? 201 : 200, outcome.object);
};
