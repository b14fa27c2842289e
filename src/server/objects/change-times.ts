import type { WriteRecord } from '../../api/debug/causes.ts';
import type { ApiObject } from '../../api/object.ts';
import type { Change } from '../../storage/storage.ts';
import type { StoredObjects } from './stored-objects.ts';

/**
 * Returns the times of changes in milliseconds since 1970, in the order of the changes: the times of recorded writes; for
 * others, the newest time inside the object. The times never fall, because times inside objects are rounded to seconds.
 * Changes before the first known time get that time.
 * @param now no change is later, whatever clients wrote into objects
 */
export function changeTimes(
  changes: readonly Change[],
  writes: readonly WriteRecord[],
  states: StoredObjects,
  now: number,
): readonly number[] {
  const recorded = new Map(writes.map(({ revision, time }) => [revision, Date.parse(time)]));
  let latest = 0;
  const times = changes.map((change) => {
    const { current } = change;
    const time = recorded.get(String(change.revision)) ?? (current ? newestTimeIn(states.of(current).object) : 0);
    latest = Math.max(latest, Math.min(time, now));
    return latest;
  });
  const first = times.find((time) => time > 0) ?? now;
  return times.map((time) => time || first);
}

function newestTimeIn({ metadata }: ApiObject): number {
  const times = [metadata.creationTimestamp, metadata.deletionTimestamp, ...managed(metadata)];
  return Math.max(0, ...times.map((time) => Date.parse(time ?? '') || 0));
}

const managed = ({ managedFields = [] }: ApiObject['metadata']) => managedFields.map(({ time }) => time);
