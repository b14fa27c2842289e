import type { ApiObject } from '../../api/object.ts';
import { conflict } from '../../api/status.ts';
import { groupResourceOf, keyOf, type ServedResource } from '../catalog/served-resource.ts';

/** The precondition of a PUT: a uid in its body. It is checked before anything else, even that the object exists. */
export function checkUidPrecondition(
  resource: ServedResource,
  { namespace, name }: { namespace: string; name: string },
  draft: ApiObject,
  live: ApiObject | undefined,
): void {
  const wanted = draft.metadata.uid;
  const found = live?.metadata.uid ?? '';
  if (!wanted || wanted === found) return;
  const details = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`;
  throw conflict(groupResourceOf(resource), name, storageErrorText(resource, { namespace, name }, details));
}

/** What the storage of the real server says of a precondition that fails. */
export const storageErrorText = (
  resource: ServedResource,
  { namespace, name }: { namespace: string; name: string },
  details: string,
): string =>
  `StorageError: invalid object, Code: 4, Key: ${keyOf(resource, namespace, name)}, ResourceVersion: 0, AdditionalErrorMsg: ${details}`;
