import type { ApiObject } from '../../../api/object.ts';

/** Removes the metadata of a new object that only the server sets. */
export function wipeSystemFields({ metadata }: ApiObject): void {
  delete metadata.creationTimestamp;
  delete metadata.uid;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}
