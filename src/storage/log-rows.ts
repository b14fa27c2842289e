import type { Commit } from './journal.ts';
import type { Snapshot } from './multi-version-map.ts';
import type { Change, Entry } from './storage.ts';

/** A stored change. Its previous entry follows from the changes before it. */
type StoredChange = Omit<Change, 'previous'>;
/** Consecutive changes that were written in one transaction. */
export interface LogRow {
  /** The revision of the last change. */
  readonly revision: number;
  /** The position of the row in its transaction. */
  readonly part: number;
  readonly changes: readonly StoredChange[];
}

/**
 * Characters of values after which a log row ends. Fewer rows are faster to write, but Chromium writes a row of more
 * than 64 KiB to a separate file.
 */
const ROW_LENGTH = 24_000;

/** Number of log rows that one transaction compacts, while commits wait. */
export const COMPACTED_ROWS = 16;

/** Divides the changes of commits into rows of a length that is fast to write. */
export function logRows(commits: readonly Commit[]): LogRow[] {
  const rows: LogRow[] = [];
  let changes: StoredChange[] = [];
  let length = 0;
  const endRow = (): void => {
    const last = changes.at(-1);
    if (last) rows.push({ revision: last.revision, part: rows.length, changes });
    changes = [];
    length = 0;
  };
  for (const change of commits.flatMap((commit) => commit.changes)) {
    const { revision, key } = change;
    const current = change.current && entryRow(change.current);
    changes.push({ revision, key, current });
    length += current?.value.length ?? 0;
    if (length >= ROW_LENGTH) endRow();
  }
  endRow();
  return rows;
}

/** Copies an entry member by member, because its value may be computed. */
const entryRow = ({ key, value, createRevision, revision }: Entry): Entry => ({ key, value, createRevision, revision });

/** Returns the last state of every key that rows change; undefined for deleted keys. */
export function newestOf(rows: readonly LogRow[]): Map<string, Entry | undefined> {
  const newest = new Map<string, Entry | undefined>();
  for (const { changes } of rows) for (const { key, current } of changes) newest.set(key, current);
  return newest;
}

/** Returns the newest entries, and the changes after the compacted revision. */
export function replayed(
  objects: readonly Entry[],
  rows: readonly LogRow[],
  compacted: number,
): Pick<Snapshot, 'entries' | 'changes'> {
  const states = new Map(objects.map((entry) => [entry.key, entry]));
  const changes: Change[] = [];
  for (const { revision, key, current } of rows.flatMap((row) => row.changes)) {
    if (revision > compacted) changes.push({ revision, key, previous: states.get(key), current });
    if (current) states.set(key, current);
    else states.delete(key);
  }
  return { entries: [...states.values()], changes };
}

/**
 * Returns the first revision between `compacted` and `revision` that the rows lack. A damaged medium can also lose rows
 * in the middle.
 */
export function missingRevision(
  rows: readonly LogRow[],
  { revision, compacted }: Pick<Snapshot, 'revision' | 'compacted'>,
): number | undefined {
  let next = compacted + 1;
  for (const change of rows.flatMap(({ changes }) => changes)) {
    if (change.revision > next) return next;
    next = Math.max(next, change.revision + 1);
  }
  return next <= revision ? next : undefined;
}
