import type { ApiObject } from '../../../api/object.ts';

const SYSTEM_FIELDS = [
  'creationTimestamp',
  'uid',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
] as const;

/** Unsets the metadata of a new object that only the server sets. The members keep their places, which `delete` would undo. */
export function wipeSystemFields({ metadata }: ApiObject): void {
  for (const field of SYSTEM_FIELDS) if (metadata[field] !== undefined) metadata[field] = undefined;
}
