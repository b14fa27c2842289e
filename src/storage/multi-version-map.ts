import type { EntrySet } from './entry-set.ts';
import { KeptEntry, keptEntry } from './kept-entry.ts';
import { PackedTexts } from './packed-texts.ts';
import { SortedBlocks } from './sorted-blocks.ts';
import {
  type Change,
  CompactedError,
  type Entry,
  FutureRevisionError,
  type Listing,
  type ListOptions,
} from './storage.ts';
import { differenceFrom, type TextDifference, textFrom } from './text-difference.ts';

/** The content of a durable medium. */
export interface Snapshot {
  /** In any order. */
  readonly entries: readonly Entry[];
  /** History after `compacted`, oldest first. */
  readonly changes: readonly Change[];
  readonly revision: number;
  readonly compacted: number;
  /** Further shared entries, at or before `compacted`. They are copied on write. */
  readonly base?: EntrySet;
}

/** A key with its retained history. */
interface Slot {
  readonly key: string;
  current: Entry | undefined;
  /** The newest retained change of the key. */
  newest: RetainedChange | undefined;
}

/** A reverse change: it restores the entry before it from the entry after it. */
interface RetainedChange {
  readonly slot: Slot;
  readonly revision: number;
  /** Undefined when the change created the key. */
  readonly before: KeptEntry | PastEntry | undefined;
  /** The retained change of the key before this one. */
  older: RetainedChange | undefined;
}

/**
 * A replaced entry that fits no template. Only its difference from the next entry is kept, because successive states of
 * an object are similar.
 */
interface PastEntry {
  readonly createRevision: number;
  readonly revision: number;
  readonly value: TextDifference;
}

/**
 * The newest state of every key in key order, and its history. A deleted key keeps its place until its history is
 * compacted, so that lists of past states are as fast as lists of the newest.
 */
export class MultiVersionMap {
  readonly #slots = new Map<string, Slot>();
  readonly #sorted: SortedBlocks<Slot>;
  /** The entries of keys that have no slot. */
  readonly #base: EntrySet | undefined;
  readonly #packed = new PackedTexts();
  /** All retained changes, oldest first. */
  #log: RetainedChange[] = [];
  #revision = 0;
  #compacted = 0;
  /** The slots of the snapshot whose entries are not packed yet, last first. */
  #unpacked: Slot[];

  /** Keeps the texts of the snapshot until `packLoaded` packs them. */
  constructor(snapshot: Snapshot) {
    this.#revision = snapshot.revision;
    this.#compacted = snapshot.compacted;
    this.#base = snapshot.base;
    for (const { key, value, createRevision, revision } of snapshot.entries)
      this.#slots.set(key, { key, current: keptEntry(key, value, createRevision, revision), newest: undefined });
    for (const change of snapshot.changes) this.#retain(this.#slotOf(change.key), change);
    this.#unpacked = [...this.#slots.values()].reverse();
    this.#sorted = new SortedBlocks([...this.#slots.values()], ({ current }) => current !== undefined);
  }

  get revision(): number {
    return this.#revision;
  }

  get compacted(): number {
    return this.#compacted;
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
    const start = isContinued ? after : prefix;
    const shared = new SharedEntries(this.#base?.from(start, !isContinued), prefix, this.#slots);
    const addShared = (until: string | undefined): void => {
      for (const entry of shared.before(until)) {
        if (entries.length >= limit) return;
        entries.push(entry);
      }
    };
    this.#sorted.visitFrom(start, !isContinued, prefix, (slot) => {
      if (this.#base) addShared(slot.key);
      const entry = entries.length < limit ? entryAt(slot, revision) : undefined;
      if (entry) entries.push(entry);
      return entries.length < limit;
    });
    addShared(undefined);
    const last = entries.at(-1);
    if (!last || entries.length < limit) return { entries, revision, remaining: 0 };
    return { entries, revision, remaining: this.#countAfter(last.key, prefix, revision) + shared.count() };
  }

  /** Returns the number of slots below a prefix, after one of its keys, that had an entry at a revision. */
  #countAfter(key: string, prefix: string, revision: number): number {
    let count = this.#sorted.countAfter(key, prefix);
    const changed = new Set<Slot>();
    for (let index = this.#log.length - 1; index >= 0; index--) {
      const change = this.#log[index];
      if (!change || change.revision <= revision) break;
      const { slot } = change;
      if (slot.key > key && slot.key.startsWith(prefix)) changed.add(slot);
    }
    for (const slot of changed) count += Number(existsAt(slot, revision)) - Number(slot.current !== undefined);
    return count;
  }

  changesSince(revision: number, prefix: string): readonly Change[] {
    this.#checkRevision(revision);
    const states = new Map<Slot, Entry | undefined>();
    const changes: Change[] = [];
    for (let index = this.#log.length - 1; index >= 0; index--) {
      const change = this.#log[index];
      if (!change || change.revision <= revision) break;
      const { slot } = change;
      if (!slot.key.startsWith(prefix)) continue;
      const current = states.has(slot) ? states.get(slot) : slot.current;
      const previous = entryBefore(change, current);
      states.set(slot, previous);
      changes.push({ revision: change.revision, key: slot.key, previous, current });
    }
    return changes.reverse();
  }

  /** Applies the changes of one commit. Its revision must be newer than all others. */
  apply(revision: number, changes: readonly Change[]): void {
    this.#revision = revision;
    for (const change of changes) {
      let slot = this.#slots.get(change.key);
      if (!slot) {
        slot = this.#addSlot(change.key);
        this.#sorted.add(slot);
      }
      if (!slot.current !== !change.current) this.#sorted.recount(change.key);
      slot.current = change.current;
      this.#retain(slot, change);
    }
  }

  /** Raises the revision without a change. */
  advance(revision: number): void {
    this.#revision = revision;
  }

  /** Packs the new entries of changes. They keep the written objects. */
  pack(changes: readonly Change[]): void {
    for (const { current } of changes) this.#pack(current);
  }

  /** Packs a number of entries of the snapshot. Returns true if some are left. */
  packLoaded(count: number): boolean {
    for (const { current } of this.#unpacked.splice(-count).reverse()) this.#pack(current);
    return this.#unpacked.length > 0;
  }

  /** Drops the written objects. Call it after the announcement, when all followers have read them. */
  forgetWritten(changes: readonly Change[]): void {
    for (const { current } of changes) if (current instanceof KeptEntry) current.forgetWritten();
  }

  #pack(entry: Entry | undefined): void {
    if (entry instanceof KeptEntry) entry.pack(this.#packed);
  }

  #retain(slot: Slot, { revision, previous, current }: Change): void {
    const change = { slot, revision, before: previous && pastEntry(previous, current), older: slot.newest };
    slot.newest = change;
    this.#log.push(change);
  }

  compact(revision: number): void {
    if (revision > this.#revision) throw new FutureRevisionError(this.#revision);
    if (revision <= this.#compacted) return;
    this.#compacted = revision;
    const kept = this.#log.findIndex((change) => change.revision > revision);
    const forgotten = this.#log.splice(0, kept < 0 ? this.#log.length : kept);
    for (const slot of new Set(forgotten.map((change) => change.slot))) {
      forgetUntil(slot, revision);
      // Keeps slots of shared keys: without the slot, the shared entry would reappear.
      if (!slot.current && !slot.newest && !this.#base?.get(slot.key)) this.#remove(slot.key);
    }
  }

  #remove(key: string): void {
    this.#slots.delete(key);
    this.#sorted.remove(key);
  }

  #slotOf(key: string): Slot {
    return this.#slots.get(key) ?? this.#addSlot(key);
  }

  #addSlot(key: string): Slot {
    const slot = { key, current: this.#base?.get(key), newest: undefined };
    this.#slots.set(key, slot);
    return slot;
  }

  #checkRevision(revision: number): void {
    if (revision > this.#revision) throw new FutureRevisionError(this.#revision);
    if (revision < this.#compacted) throw new CompactedError(this.#compacted);
  }
}

/** An iterator over shared entries whose keys have no slot, advanced from key to key. */
class SharedEntries {
  readonly #entries: Iterator<Entry> | undefined;
  readonly #prefix: string;
  readonly #slots: ReadonlyMap<string, Slot>;
  #next: IteratorResult<Entry> | undefined;

  constructor(entries: Iterator<Entry> | undefined, prefix: string, slots: ReadonlyMap<string, Slot>) {
    this.#entries = entries;
    this.#prefix = prefix;
    this.#slots = slots;
    this.#next = entries?.next();
  }

  /** Yields the entries up to a key; all remaining entries when it is undefined. Stopping keeps the last one. */
  *before(key: string | undefined): Generator<Entry, void, void> {
    for (; this.#next && !this.#next.done; this.#next = this.#entries?.next()) {
      const entry = this.#next.value;
      if (!entry.key.startsWith(this.#prefix) || (key !== undefined && entry.key > key)) return;
      if (!this.#slots.has(entry.key)) yield entry;
    }
  }

  /** Returns the number of remaining entries. */
  count(): number {
    return [...this.before(undefined)].length;
  }
}

function pastEntry(entry: Entry, next: Entry | undefined): KeptEntry | PastEntry {
  if (entry instanceof KeptEntry && entry.isPacked) return entry;
  const { createRevision, revision, value } = entry;
  return { createRevision, revision, value: differenceFrom(next?.value ?? '', value) };
}

/** Returns the entry before a change, given the one after it. */
function entryBefore({ slot, before }: RetainedChange, after: Entry | undefined): Entry | undefined {
  if (!before || before instanceof KeptEntry) return before;
  const { createRevision, revision, value } = before;
  return { key: slot.key, value: textFrom(after?.value ?? '', value), createRevision, revision };
}

/** Returns the entry of a key at an uncompacted revision. */
function entryAt(slot: Slot, revision: number): Entry | undefined {
  let entry = slot.current;
  for (let change = slot.newest; change && change.revision > revision; change = change.older)
    entry = entryBefore(change, entry);
  return entry;
}

/** Reports whether a key existed at an uncompacted revision. */
function existsAt({ current, newest }: Slot, revision: number): boolean {
  let exists = current !== undefined;
  for (let change = newest; change && change.revision > revision; change = change.older)
    exists = change.before !== undefined;
  return exists;
}

/** Drops the changes of a key up to and including a revision. */
function forgetUntil(slot: Slot, revision: number): void {
  let kept: RetainedChange | undefined;
  for (let change = slot.newest; change && change.revision > revision; change = change.older) kept = change;
  if (kept) kept.older = undefined;
  else slot.newest = undefined;
}
