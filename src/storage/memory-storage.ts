import type { EntrySet } from './entry-set.ts';
import type { Journal } from './journal.ts';
import { MvccStorage } from './mvcc-storage.ts';
import type { Storage } from './storage.ts';

export interface MemoryStorageOptions {
  /** Revisions start above this one. */
  readonly firstRevision?: number;
  /** The content to begin with, which is shared: a change copies only what it changes. Revisions continue from there. */
  readonly base?: EntrySet;
}

/** Creates a storage that lasts as long as the process. */
export function createMemoryStorage({ firstRevision = 0, base }: MemoryStorageOptions = {}): Promise<Storage> {
  const revision = base?.revision ?? firstRevision;
  const forgetful: Journal = {
    load: async () => ({ entries: [], changes: [], revision, compacted: revision, ...(base ? { base } : {}) }),
    append: async () => undefined,
    compact: async () => false,
    onLost: () => undefined,
    close: async () => undefined,
  };
  return MvccStorage.open(forgetful);
}
