import { type Storage, StorageFullError } from '../../storage/storage.ts';

/** Returns a function that reports whether the storage was full at its last write. */
export function watchForFullness(storage: Storage): () => boolean {
  let isFull = false;
  const commit = storage.commit.bind(storage);
  const compact = storage.compact.bind(storage);
  async function observed<T>(write: () => PromiseLike<T> | T): Promise<T> {
    try {
      const result = await write();
      isFull = false;
      return result;
    } catch (error) {
      if (error instanceof StorageFullError) isFull = true;
      throw error;
    }
  }
  Object.assign(storage, {
    commit: (...writes: Parameters<Storage['commit']>) => observed(() => commit(...writes)),
    compact: (revision: number) => observed(() => compact(revision)),
  });
  return () => isFull;
}
