import type { Journal } from './journal.ts';
import { MvccStorage } from './mvcc-storage.ts';
import type { Storage } from './storage.ts';

/** Creates a storage that lasts as long as the process. Revisions start above `firstRevision`. */
export function createMemoryStorage({ firstRevision = 0 }: { firstRevision?: number } = {}): Promise<Storage> {
  const forgetful: Journal = {
    load: async () => ({ entries: [], changes: [], revision: firstRevision, compacted: firstRevision }),
    append: async () => undefined,
    compact: async () => undefined,
    onLost: () => undefined,
    close: async () => undefined,
  };
  return MvccStorage.open(forgetful);
}
