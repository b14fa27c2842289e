import { type ApiObject, asRecord, isOfCoreKind } from '../../../api/object.ts';

/** Reports whether finalizers hold an object: finalizers in its metadata or in the spec of a namespace. */
export function isHeld(object: ApiObject): boolean {
  if (object.metadata.finalizers?.length) return true;
  const spec = asRecord(object).spec as { finalizers?: string[] } | undefined;
  return isOfCoreKind(object, 'Namespace') && Boolean(spec?.finalizers?.length);
}
