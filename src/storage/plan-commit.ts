import type { Commit } from './journal.ts';
import { keptEntry } from './kept-entry.ts';
import type { Change, CommitResult, Entry, Write } from './storage.ts';

export type Refusal = Extract<CommitResult, { committed: false }>;

/**
 * Returns the commit of the writes, or the reason for its refusal.
 * @param revision the revision of the commit
 * @param entryOf returns the newest entry of a key
 */
export function planCommit(
  writes: readonly Write[],
  revision: number,
  entryOf: (key: string) => Entry | undefined,
): Commit | Refusal {
  const changes: Change[] = [];
  for (const write of writes) {
    const { key, expected } = write;
    const found = entryOf(key);
    if ((found?.revision ?? 0) !== expected) return { committed: false, key, found };
    changes.push(changeOf(write, found, revision));
  }
  return { revision, changes };
}

export const isRefused = (plan: Commit | Refusal): plan is Refusal => 'committed' in plan;

function changeOf({ key, value }: Write, previous: Entry | undefined, revision: number): Change {
  const createRevision = previous?.createRevision ?? revision;
  return {
    revision,
    key,
    previous,
    current: value === null ? undefined : keptEntry(key, value, createRevision, revision),
  };
}
