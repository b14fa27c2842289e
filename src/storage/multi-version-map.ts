import type { EntrySet } from './entry-set.ts';
import { SortedBlocks } from './sorted-blocks.ts';
import {
  type Change,
  CompactedError,
  type Entry,
  FutureRevisionError,
  type Listing,
  type ListOptions,
} from './storage.ts';

/** The content of a durable medium. */
export interface Snapshot {
  /** In any order. */
  readonly entries: readonly Entry[];
  /** History after `compacted`, oldest first. */
  readonly changes: readonly Change[];
  readonly revision: number;
  readonly compacted: number;
  /** Further entries, at or before `compacted`, which are shared: what changes is copied. */
  readonly base?: EntrySet;
}

/** A key with its retained history. */
interface Slot {
  readonly key: string;
  current: Entry | undefined;
  /** The retained changes of the key, oldest first. */
  changes: Change[];
}

/**
 * The newest state of every key in key order, and its history. A deleted key keeps its place until its history is
 * compacted, so that past states are listed as fast as the newest.
 */
export class MultiVersionMap {
  readonly #slots = new Map<string, Slot>();
  readonly #sorted: SortedBlocks<Slot>;
  /** The entries of keys that have no slot. */
  readonly #base: EntrySet | undefined;
  #log: Change[] = [];
  #revision = 0;
  #compacted = 0;

  constructor(snapshot: Snapshot) {
    this.#revision = snapshot.revision;
    this.#compacted = snapshot.compacted;
    this.#base = snapshot.base;
    for (const entry of snapshot.entries) this.#slots.set(entry.key, { key: entry.key, current: entry, changes: [] });
    for (const change of snapshot.changes) this.#slotOf(change.key).changes.push(change);
    for (const change of snapshot.changes) this.#log.push(change);
    this.#sorted = new SortedBlocks([...this.#slots.values()]);
  }

  get revision(): number {
    return this.#revision;
  }

  get(key: string): Entry | undefined {
    const slot = this.#slots.get(key);
    return slot ? slot.current : this.#base?.get(key);
  }

  /** The newest state of every key, in key order. */
  entries(): Iterable<Entry> {
    return this.list('', {}).entries;
  }

  list(prefix: string, { revision = this.#revision, after, limit = Number.POSITIVE_INFINITY }: ListOptions): Listing {
    this.#checkRevision(revision);
    const isContinued = after !== undefined && after >= prefix;
    const entries: Entry[] = [];
    let remaining = 0;
    const add = (entry: Entry | undefined): void => {
      if (!entry) return;
      if (entries.length < limit) entries.push(entry);
      else remaining++;
    };
    const start = isContinued ? after : prefix;
    const shared = this.#sharedFrom(start, !isContinued, prefix);
    this.#sorted.visitFrom(start, !isContinued, (slot) => {
      if (!slot.key.startsWith(prefix)) return false;
      for (const entry of shared.before(slot.key)) add(entry);
      add(entryAt(slot, revision));
      return true;
    });
    for (const entry of shared.before(undefined)) add(entry);
    return { entries, revision, remaining };
  }

  /** Returns the shared entries below a prefix whose keys have no slot, up to one key after the other. */
  #sharedFrom(start: string, includesStart: boolean, prefix: string) {
    const slots = this.#slots;
    const all = this.#base?.from(start, includesStart);
    let next = all?.next();
    return {
      *before(key: string | undefined): Generator<Entry, void, void> {
        for (; next && !next.done; next = all?.next()) {
          const entry = next.value;
          if (!entry.key.startsWith(prefix) || (key !== undefined && entry.key > key)) return;
          if (!slots.has(entry.key)) yield entry;
        }
      },
    };
  }

  changesSince(revision: number, prefix: string): readonly Change[] {
    this.#checkRevision(revision);
    let start = this.#log.length;
    while (start > 0 && (this.#log[start - 1]?.revision ?? 0) > revision) start--;
    const changes = this.#log.slice(start);
    return prefix === '' ? changes : changes.filter(({ key }) => key.startsWith(prefix));
  }

  /** Applies the changes of one commit. Its revision must be newer than all others. */
  apply(revision: number, changes: readonly Change[]): void {
    this.#revision = revision;
    for (const change of changes) {
      let slot = this.#slots.get(change.key);
      if (!slot) {
        slot = this.#slotOf(change.key);
        this.#sorted.add(slot);
      }
      slot.current = change.current;
      slot.changes.push(change);
      this.#log.push(change);
    }
  }

  compact(revision: number): void {
    if (revision > this.#revision) throw new FutureRevisionError(this.#revision);
    if (revision <= this.#compacted) return;
    this.#compacted = revision;
    const kept = this.#log.findIndex((change) => change.revision > revision);
    const forgotten = this.#log.splice(0, kept < 0 ? this.#log.length : kept);
    for (const key of new Set(forgotten.map((change) => change.key))) {
      const slot = this.#slotOf(key);
      slot.changes = slot.changes.filter((change) => change.revision > revision);
      // A shared entry would come back without the slot of its key.
      if (!slot.current && slot.changes.length === 0 && !this.#base?.get(key)) this.#remove(key);
    }
  }

  #remove(key: string): void {
    this.#slots.delete(key);
    this.#sorted.remove(key);
  }

  #slotOf(key: string): Slot {
    let slot = this.#slots.get(key);
    if (!slot) {
      slot = { key, current: this.#base?.get(key), changes: [] };
      this.#slots.set(key, slot);
    }
    return slot;
  }

  #checkRevision(revision: number): void {
    if (revision > this.#revision) throw new FutureRevisionError(this.#revision);
    if (revision < this.#compacted) throw new CompactedError(this.#compacted);
  }
}

/** The entry of a key at a revision that is not compacted. */
function entryAt({ current, changes }: Slot, revision: number): Entry | undefined {
  for (let index = changes.length - 1; index >= 0; index--) {
    const change = changes[index];
    if (change && change.revision <= revision) return change.current;
  }
  return changes.length > 0 ? changes[0]?.previous : current;
}
