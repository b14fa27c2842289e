import type { DialectName } from '../../api/dialect.ts';
import { isRecord } from '../../api/object.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Snapshot } from '../cluster.ts';

const FORMAT = 'tabplane-snapshot/v1';

/** All stored entries of a cluster, including its keys and settings. */
interface SnapshotEntries {
  readonly dialect: DialectName;
  readonly content: readonly (readonly [key: string, value: string])[];
}

/** Returns the content of a storage at one revision. */
export async function takeSnapshot(storage: Storage, dialect: DialectName): Promise<Snapshot> {
  const { entries } = await storage.list('');
  const content = entries.map(({ key, value }) => [key, value] as const);
  return { format: FORMAT, entries: { dialect, content } satisfies SnapshotEntries };
}

/** @throws Error when it is not a snapshot */
export function entriesOf({ format, entries }: Snapshot): SnapshotEntries {
  if (format !== FORMAT || !isEntries(entries)) throw new Error(`the snapshot is not in the format ${FORMAT}`);
  return entries;
}

/** Returns the values of a snapshot by key. @throws Error when the snapshot is invalid or of another dialect */
export function contentOf(snapshot: Snapshot, dialect: DialectName): ReadonlyMap<string, string> {
  const entries = entriesOf(snapshot);
  if (entries.dialect !== dialect)
    throw new Error(`the snapshot is of a cluster with the dialect ${entries.dialect}, not ${dialect}`);
  return new Map(entries.content);
}

const isEntries = (entries: unknown): entries is SnapshotEntries =>
  isRecord(entries) &&
  Array.isArray(entries.content) &&
  entries.content.every(
    (pair: unknown) => Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string',
  );
