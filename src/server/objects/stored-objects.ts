import { BoundedMap } from '../../api/memory/bounded-map.ts';
import type { ApiObject } from '../../api/object.ts';
import type { Change, Entry } from '../../storage/storage.ts';
import { type StateOrigin, StoredObject } from './stored-object.ts';

/** Number of keys of which one state that is not live is kept. */
const MOST_PAST = 128;

/** Number of collections of which the newest object is kept. */
const MOST_COLLECTIONS = 256;

/**
 * The states of objects by key and revision. All readers of a state share its JSON and its parsed form, whichever entry
 * objects the storage returns.
 */
export class StoredObjects {
  readonly #live = new Map<string, StoredObject>();
  /** The objects whose texts are being written, by key. */
  readonly #offered = new Map<string, { readonly value: string; readonly object: ApiObject }>();
  /** The last used state of each key that is not live, the one that was added first at the start. */
  readonly #past = new Map<string, StoredObject>();
  /** The state that was created last in each collection. */
  readonly #created = new BoundedMap<string, StoredObject>(MOST_COLLECTIONS);
  readonly #origin: StoredObjects | undefined;

  /** @param origin the states of another storage, whose entries this one has, too */
  constructor(origin?: StoredObjects) {
    this.#origin = origin;
  }

  /** Returns the state of an entry that may be a past one. */
  of(entry: Entry): StoredObject {
    const known = this.#find(entry);
    if (known) return known;
    const stored = new StoredObject(entry);
    this.#keepPast(stored);
    return stored;
  }

  /** Returns the state of an entry that is the newest of its key. */
  live(entry: Entry): StoredObject {
    const known = this.#find(entry);
    if (known) return known;
    const stored = new StoredObject(entry);
    this.#live.set(entry.key, stored);
    return stored;
  }

  /** Offers the object of a text, in stored order, during its commit, so that the text need not be parsed. Takes it over. */
  offer(key: string, value: string, object: ApiObject): void {
    this.#offered.set(key, { value, object });
  }

  /** Ends the offer of a text. */
  withdraw(key: string, value: string): void {
    if (this.#offered.get(key)?.value === value) this.#offered.delete(key);
  }

  /** Returns the state that a commit wrote. Another one may have followed already. */
  written(key: string, value: string, revision: number): StoredObject {
    const live = this.#live.get(key);
    if (live?.revision === revision) return live;
    return this.#find({ key, value, revision }) ?? new StoredObject({ key, value, revision });
  }

  follow(changes: readonly Change[]): void {
    for (const { key, current } of changes) {
      const previous = this.#live.get(key);
      if (previous) this.#keepPast(previous);
      if (current) this.#live.set(key, this.#newState(current, previous));
      else this.#live.delete(key);
    }
  }

  #newState(entry: Entry, previous: StoredObject | undefined): StoredObject {
    const offered = this.#offered.get(entry.key);
    if (offered?.value !== entry.value) return new StoredObject(entry);
    if (previous) return new StoredObject(entry, { object: offered.object, like: previous.keptObject });
    const collection = entry.key.slice(0, entry.key.lastIndexOf('/') + 1);
    const origin: StateOrigin = { object: offered.object, like: this.#created.get(collection)?.keptObject };
    const stored = new StoredObject(entry, origin);
    this.#created.set(collection, stored);
    return stored;
  }

  #find(entry: Pick<Entry, 'key' | 'value' | 'revision'>): StoredObject | undefined {
    const live = this.#live.get(entry.key);
    if (live?.isStateOf(entry)) return live;
    const past = this.#past.get(entry.key);
    if (past?.isStateOf(entry)) return past;
    return this.#origin ? this.#origin.#find(entry) : undefined;
  }

  #keepPast(stored: StoredObject): void {
    this.#past.delete(stored.key);
    this.#past.set(stored.key, stored);
    if (this.#past.size <= MOST_PAST) return;
    for (const [oldest] of this.#past) {
      this.#past.delete(oldest);
      return;
    }
  }
}
