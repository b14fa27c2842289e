import type { ApiObject } from '../api/object.ts';
import { badRequest, conflict } from '../api/status.ts';
import type { Call } from './call.ts';
import { groupResourceOf, type ServedResource } from './served-resource.ts';
import { takeName, takeNamespace } from './take-identity.ts';

/**
 * A patched object must still be the one that the path names; it takes the namespace from there. One that an apply
 * creates must name itself and cannot know its uid.
 */
export function checkIdentity(
  { resource, info }: Call & { resource: ServedResource },
  object: ApiObject,
  live: ApiObject | undefined,
): void {
  const { name, uid } = object.metadata;
  if (!name) {
    throw badRequest(`the name of the object (${info.name} based on URL) was undeterminable: name must be provided`);
  }
  takeName(object, info.name);
  takeNamespace(resource, object, info.namespace);
  if (!live && uid) {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(groupResourceOf(resource), name, why);
  }
}
