import { type ApiObject, asRecord } from '../api/object.ts';

/** Restores the metadata that status updates of some kinds must not change. */
export function keepMetadata({ metadata }: ApiObject, { metadata: live }: ApiObject): void {
  metadata.labels = live.labels;
  metadata.annotations = live.annotations;
  metadata.finalizers = live.finalizers;
  metadata.ownerReferences = live.ownerReferences;
}

/** For kinds whose status updates change only the status. */
export const statusOnly = {
  resetFields: ['spec', 'metadata'],
  prepareForUpdate(draft: ApiObject, live: ApiObject): void {
    asRecord(draft).spec = asRecord(live).spec;
    keepMetadata(draft, live);
  },
};
