import type { ApiObject } from '../../api/object.ts';
import { badRequest } from '../../api/status.ts';
import type { Endpoint } from '../call.ts';
import { decodeRequestBody } from '../decode-request-body.ts';
import { representObject } from '../representation.ts';
import type { ServedResource } from '../served-resource.ts';
import { strategyContext } from '../strategy-context.ts';
import { write } from '../write.ts';
import { readWriteOptions } from '../write-options.ts';

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

/** The namespace of the path is the object's; one of its own must be the same. A cluster-scoped kind drops it. */
export function takeNamespace(resource: ServedResource, { metadata }: ApiObject, namespace: string): void {
  if (!resource.namespaced) {
    delete metadata.namespace;
    return;
  }
  if (metadata.namespace && metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  metadata.namespace = namespace;
}

/** The name of the path is the object's. */
export function takeName({ metadata }: ApiObject, name: string): void {
  if (metadata.name && metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
  metadata.name = name;
}
