import type { ApiObject } from '../../api/object.ts';
import { conflict } from '../../api/status.ts';
import { groupResourceOf, type ServedResource } from '../catalog/served-resource.ts';
import type { Call } from '../context/call.ts';
import { checkName, takeNamespace } from './take-identity.ts';

/**
 * A patched object must still be the one that the path names; it takes the namespace from there. One that an apply
 * creates must name itself and cannot know its uid.
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
