import type { ApiObject } from '../../../api/object.ts';
import { badRequest } from '../../../api/status.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';

/** Sets the namespace of the path; removes that of a cluster-scoped kind. @throws StatusError 400 for another namespace */
export function takeNamespace(resource: ServedResource, { metadata }: ApiObject, namespace: string): void {
  if (!resource.namespaced) {
    delete metadata.namespace;
    return;
  }
  if (metadata.namespace && metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  if (metadata.namespace !== namespace) metadata.namespace = namespace;
}

/** @throws StatusError 400 unless the object has the name of the path */
export function checkName({ metadata }: ApiObject, name: string): void {
  if (!metadata.name) {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
}
