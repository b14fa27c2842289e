import type { ApiObject } from '../api/object.ts';

/** Puts back the metadata that a status update of some kinds may not change. */
export function keepMetadata({ metadata }: ApiObject, { metadata: live }: ApiObject): void {
  metadata.labels = live.labels;
  metadata.annotations = live.annotations;
  metadata.finalizers = live.finalizers;
  metadata.ownerReferences = live.ownerReferences;
}
