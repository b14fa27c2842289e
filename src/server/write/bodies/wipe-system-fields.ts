import type { ApiObject } from '../../../api/object.ts';

/** Unsets the metadata of a new object that only the server sets. The other members keep their order. */
export function wipeSystemFields({ metadata }: ApiObject): void {
  if (metadata.creationTimestamp !== undefined) metadata.creationTimestamp = undefined;
  if (metadata.uid !== undefined) metadata.uid = undefined;
  if (metadata.deletionTimestamp !== undefined) metadata.deletionTimestamp = undefined;
  if (metadata.deletionGracePeriodSeconds !== undefined) metadata.deletionGracePeriodSeconds = undefined;
  if (metadata.selfLink !== undefined) metadata.selfLink = undefined;
}
