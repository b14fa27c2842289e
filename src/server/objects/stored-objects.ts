import { BoundedMap } from '../../api/memory/bounded-map.ts';
import type { ApiObject } from '../../api/object.ts';
import type { Change, Entry } from '../../storage/storage.ts';
import { encodeForStorage, StoredObject } from './stored-object.ts';

/** Number of keys for which one past state is kept. */
const MOST_PAST = 128;

/** Number of collections of which the newest object is kept. */
const MOST_COLLECTIONS = 256;

/** A change with the states before and after it. */
export interface StateChange {
  readonly change: Change;
  readonly current: StoredObject | undefined;
  readonly previous: StoredObject | undefined;
}

/**
 * The states of objects by key and revision. All readers of a state share its JSON and its parsed form, even if the
 * storage returns different entry objects.
 */
export class StoredObjects {
  readonly #live = new Map<string, StoredObject>();
  /** The last used past state of each key, oldest first. */
  readonly #past = new Map<string, StoredObject>();
  /** The state that was created last in each collection. */
  readonly #created = new BoundedMap<string, StoredObject>(MOST_COLLECTIONS);
  /** The changes of the last commit, which its watchers request. */
  #followed: readonly StateChange[] = [];
  readonly #origin: StoredObjects | undefined;

  /** @param origin the states of another storage, whose entries this one shares */
  constructor(origin?: StoredObjects) {
    this.#origin = origin;
  }

  /** Returns the state of an entry that may be outdated. */
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

  /** Returns the state that a commit wrote. A newer state may already exist. */
  written(key: string, object: ApiObject, revision: number): StoredObject {
    for (const { change, current } of this.#followed)
      if (current?.revision === revision && change.key === key) return current;
    const live = this.#live.get(key);
    if (live?.revision === revision) return live;
    const past = this.#past.get(key);
    if (past?.revision === revision) return past;
    return new StoredObject({ key, value: encodeForStorage(object), revision });
  }

  follow(changes: readonly Change[]): void {
    this.#followed = changes.map((change) => this.#follow(change));
  }

  /** Returns a change with its states. */
  ofChange(change: Change): StateChange {
    for (const followed of this.#followed) if (followed.change === change) return followed;
    const { current, previous } = change;
    return { change, current: current && this.of(current), previous: previous && this.of(previous) };
  }

  #follow(change: Change): StateChange {
    const { key, current: entry, previous: replaced } = change;
    const previous = replaced && (this.#find(replaced) ?? new StoredObject(replaced));
    if (previous) this.#keepPast(previous);
    const current = entry && this.#newState(entry, previous);
    if (current) this.#live.set(key, current);
    else this.#live.delete(key);
    return { change, current, previous };
  }

  #newState(entry: Entry, previous: StoredObject | undefined): StoredObject {
    const written = entry.written as ApiObject | undefined;
    if (!written) return new StoredObject(entry);
    if (previous) return new StoredObject(entry, { written, like: previous.keptObject });
    const collection = entry.key.slice(0, entry.key.lastIndexOf('/') + 1);
    const stored = new StoredObject(entry, { written, like: this.#created.get(collection)?.keptObject });
    this.#created.set(collection, stored);
    return stored;
  }

  #find(entry: Entry): StoredObject | undefined {
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
