import { type ApiObject, asRecord } from '../api/object.ts';

/** Puts back the metadata that a status update of some kinds may not change. */
export function keepMetadata({ metadata }: ApiObject, { metadata: live }: ApiObject): void {
  metadata.labels = live.labels;
  metadata.annotations = live.annotations;
  metadata.finalizers = live.finalizers;
  metadata.ownerReferences = live.ownerReferences;
}

/** A status update of some kinds changes nothing but the status. */
export const statusOnly = {
  resetFields: ['spec', 'metadata'],
  prepareForUpdate(draft: ApiObject, live: ApiObject): void {
    asRecord(draft).spec = asRecord(live).spec;
    keepMetadata(draft, live);
  },
};
