import { writeJson } from '../../api/encoding/exact-json.ts';
import { type Storage, StorageFullError, type Write } from '../../storage/storage.ts';

/**
 * Returns a function that reports whether the storage is full: from a refused commit on, until one that is at least as
 * large is stored, or history is dropped. A smaller one that fits, such as a Lease, proves nothing for those of users.
 */
export function watchForFullness(storage: Storage): () => boolean {
  /** The size of the smallest refused commit in characters. */
  let refused = Number.POSITIVE_INFINITY;
  const commit = storage.commit.bind(storage);
  const compact = storage.compact.bind(storage);
  Object.assign(storage, {
    async commit(writes: readonly Write[]) {
      try {
        const result = await commit(writes);
        // A conflict has stored nothing.
        if (result.committed && refused < Number.POSITIVE_INFINITY && sizeOf(writes) >= refused)
          refused = Number.POSITIVE_INFINITY;
        return result;
      } catch (error) {
        if (error instanceof StorageFullError) refused = Math.min(refused, sizeOf(writes));
        throw error;
      }
    },
    async compact(revision: number) {
      await compact(revision);
      refused = Number.POSITIVE_INFINITY;
    },
  });
  return () => refused < Number.POSITIVE_INFINITY;
}

function sizeOf(writes: readonly Write[]): number {
  return writes.reduce((size, { key, value }) => size + key.length + lengthOf(value), 0);
}

const lengthOf = (value: Write['value']): number =>
  typeof value === 'string' ? value.length : writeJson(value).length;
