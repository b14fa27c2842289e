import type { ApiObject } from '../../../api/object.ts';
import { conflict } from '../../../api/status.ts';
import { groupResourceOf, type ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { checkName, takeNamespace } from './take-identity.ts';

/**
 * Sets the namespace of a patched or applied object and checks that it is still the object of the path.
 * @throws StatusError 400 for another name or namespace, 409 for an apply that creates an object with a uid
 */
export function checkIdentity(
  { resource, info }: Call & { resource: ServedResource },
  object: ApiObject,
  live: ApiObject | undefined,
): void {
  const { uid } = object.metadata;
  if (!live && uid) {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(groupResourceOf(resource), info.name, why);
  }
  takeNamespace(resource, object, info.namespace);
  checkName(object, info.name);
}
