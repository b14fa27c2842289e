import type { Endpoint } from '../../context/call.ts';
import { strategyContext } from '../../context/strategy-context.ts';
import { decodeRequestBody } from '../../http/decode-request-body.ts';
import { representObject } from '../../http/representation.ts';
import { readWriteOptions } from '../../http/write-options.ts';
import { checkName, takeNamespace } from '../take-identity.ts';
import { write } from '../write.ts';

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
