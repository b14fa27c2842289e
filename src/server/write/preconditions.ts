import type { ApiObject } from '../../api/object.ts';
import { isNamespaces } from '../../api/object.ts';
import { conflict, type StatusError } from '../../api/status.ts';
import { groupResourceOf, keyOf, type ServedResource } from '../catalog/served-resource.ts';
import type { DeleteOptions } from '../http/delete-options.ts';

interface Target {
  readonly resource: ServedResource;
  readonly namespace: string;
  readonly name: string;
}

/** Checks the uid in the body of a PUT, even before the object is known to exist. @throws StatusError 409 */
export function checkUidPrecondition(target: Target, draft: ApiObject, live: ApiObject | undefined): void {
  const wanted = draft.metadata.uid;
  const found = live?.metadata.uid ?? '';
  if (!wanted || wanted === found) return;
  throw preconditionFailed(target, `UID in precondition: ${wanted}, UID in object meta: ${found}`);
}

/** The error of the real server's storage when a precondition fails. */
export function preconditionFailed({ resource, namespace, name }: Target, details: string): StatusError {
  const text = `StorageError: invalid object, Code: 4, Key: ${keyOf(resource, namespace, name)}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${details}`;
  return conflict(groupResourceOf(resource), name, text);
}

/** @throws StatusError 409 when the options name another uid or resourceVersion */
export function checkDeletePreconditions(
  resource: ServedResource,
  { metadata }: ApiObject,
  { preconditions }: DeleteOptions,
): void {
  const { uid, resourceVersion } = preconditions;
  const isNamespace = isNamespaces(resource);
  const target = isNamespace ? groupResourceOf(resource) : { group: resource.group, resource: resource.kind };
  const name = metadata.name ?? '';
  if (uid !== undefined && uid !== metadata.uid) {
    const why = isNamespace
      ? `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`
      : `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`;
    throw conflict(target, name, why);
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const why = isNamespace
      ? `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${metadata.resourceVersion}`
      : `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`;
    throw conflict(target, name, why);
  }
}
