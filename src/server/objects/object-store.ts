import type { Clock } from '../../api/environment.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';
import { isSameJson } from '../../api/memory/same-json.ts';
import type { ApiObject } from '../../api/object.ts';
import type { CollectionState, ObjectChange, ObjectReader } from '../../api/ports/object-reader.ts';
import { isPromise } from '../../api/realms.ts';
import { type MaybePromise, whenReady } from '../../api/when-ready.ts';
import type { Change, CommitResult, Entry, ListOptions, Storage, Write } from '../../storage/storage.ts';
import type { ResourceTable } from '../catalog/resource-table.ts';
import { keyOf } from '../catalog/served-resource.ts';
import type { Claims } from './claims.ts';
import { collectionsOf } from './collections-of.ts';
import { EncodedRuns } from './encoded-runs.ts';
import { RecentChanges } from './recent-changes.ts';
import { servedObject, servedObjects } from './served-objects.ts';
import { inStoredOrder, type StoredObject } from './stored-object.ts';
import { StoredObjects } from './stored-objects.ts';
import { type RequiredValue, ValueIndexes } from './value-indexes.ts';

export { StoredObject } from './stored-object.ts';

export interface ObjectListing {
  readonly objects: readonly StoredObject[];
  readonly revision: number;
  /** The number of keys after the last listed object. */
  readonly remaining: number;
}

export type CreateResult =
  | { readonly committed: true; readonly stored: StoredObject }
  /** `found`: the object that has the name; undefined when a claim is taken. */
  | { readonly committed: false; readonly found: StoredObject | undefined };

/** Number of objects from which a collection is selected from by indexes. */
const LARGE = 500;

/** Number of collections whose lists are remembered. */
const MOST_LISTED = 64;

const NO_CLAIMS: readonly string[] = [];

/** API objects over a storage of texts. Reads come from memory as ready JSON. Only the commit step of writes may write. */
export class ObjectStore {
  readonly storage: Storage;
  readonly #claims: Claims;
  #revision = 0;
  /** The newest revision of each collection, by its prefix. */
  readonly #collections = new Map<string, { revision: number }>();
  /** The states that were read or written. */
  readonly states: StoredObjects;
  readonly #recent = new RecentChanges();
  readonly #indexes = new ValueIndexes();
  /** The encoded items of recent lists. */
  readonly encodedRuns = new EncodedRuns();
  /** Lists of collections that have not changed since, or their first pages, by prefix. */
  readonly #listed = new BoundedMap<string, ObjectListing>(MOST_LISTED);
  readonly #waiting = new Set<{ revision: number; resolve: (reached: boolean) => void }>();

  /**
   * Opens the objects of a storage. Later followers of the storage are notified of a commit after the objects.
   * @param origin the states of the storage that this one is a copy of
   */
  static async open(storage: Storage, claims: Claims, origin?: StoredObjects): Promise<ObjectStore> {
    const store = new ObjectStore(storage, claims, origin);
    await storage.follow('', {
      changed: (changes) => store.#follow(changes),
      progressed: (revision) => store.#reach(revision),
    });
    store.#reach(await storage.revision());
    return store;
  }

  private constructor(storage: Storage, claims: Claims, origin: StoredObjects | undefined) {
    this.storage = storage;
    this.#claims = claims;
    this.states = new StoredObjects(origin);
  }

  /** The revision up to which the storage has announced every commit. */
  get revision(): number {
    return this.#revision;
  }

  get(key: string): MaybePromise<StoredObject | undefined> {
    const found = this.storage.get(key);
    if (!isPromise(found)) return found && this.states.live(found);
    const stateOf = this.#stateOfRead(key.slice(0, key.lastIndexOf('/') + 1));
    return found.then((entry) => entry && stateOf(entry));
  }

  /** @throws CompactedError, FutureRevisionError */
  async list(prefix: string, options: ListOptions = {}): Promise<ObjectListing> {
    const collection = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const isFirst = prefix === collection && (options.revision ?? options.after) === undefined;
    const remembered = isFirst ? await this.#remembered(prefix, options.limit) : undefined;
    if (remembered) return remembered;
    const { entries, revision, remaining } = await this.storage.list(prefix, options);
    const isLive = revision >= this.revisionOf(collection);
    const objects = entries.map((entry) => (isLive ? this.states.live(entry) : this.states.of(entry)));
    const listing = { objects, revision, remaining };
    if (isFirst && isLive) this.#listed.set(prefix, listing);
    return listing;
  }

  /**
   * Returns the first objects of a collection that has not changed since they were listed. Undefined while the storage is
   * newer than what it has announced, as for a server whose storage has gone to another one: its list would be too old
   * for a watch.
   */
  async #remembered(prefix: string, limit: number | undefined): Promise<ObjectListing | undefined> {
    if (!this.#listed.has(prefix) || (await this.storage.revision()) !== this.#revision) return undefined;
    const listed = this.#listed.get(prefix);
    const first = listed && firstOf(listed, limit ?? Number.POSITIVE_INFINITY);
    return first && { ...first, revision: Math.max(first.revision, this.#revision) };
  }

  /**
   * Returns the newest states of a large collection that meet one of some requirements, by an index, and whatever other
   * objects it selects. Undefined when the collection is small or has changed too much in the meantime: list it.
   */
  async select(
    prefix: string,
    required: readonly RequiredValue[],
    pause: () => Promise<void>,
  ): Promise<Pick<ObjectListing, 'objects' | 'revision'> | undefined> {
    if (required.length === 0 || (await this.storage.list(prefix, { limit: 1 })).remaining < LARGE) return undefined;
    const select = await this.#indexes.prepare(prefix, required, {
      list: (collection) => this.storage.list(collection),
      objectOf: (entry) => this.states.live(entry).takeObject(),
      pause,
    });
    const revision = this.#revision;
    const objects = select(revision)?.map((entry) => this.states.live(entry));
    return objects && { objects, revision };
  }

  /**
   * Returns a function that returns the states of entries, for a read of a collection that begins now. If the
   * collection changes before the read ends, the entries may be outdated and do not become live states: a late read
   * must not restore replaced or deleted states.
   */
  #stateOfRead(collection: string): (entry: Entry) => StoredObject {
    const revision = this.revisionOf(collection);
    return (entry) => (this.revisionOf(collection) === revision ? this.states.live(entry) : this.states.of(entry));
  }

  /** Takes ownership of `object`. */
  create(key: string, object: ApiObject, claims: readonly string[]): MaybePromise<CreateResult> {
    const value = inStoredOrder(object);
    return whenReady(this.#commit({ key, value, expected: 0 }, NO_CLAIMS, claims), (result): CreateResult => {
      if (result.committed) return { committed: true, stored: this.states.written(key, value, result.revision) };
      const found = result.key === key && result.found ? this.states.live(result.found) : undefined;
      return { committed: false, found };
    });
  }

  /**
   * Replaces a state. Takes ownership of `object`. Returns undefined when the state is no longer the newest, or a claim
   * is taken. Does not write an unchanged object unless `mustWrite` is set.
   */
  update(
    stored: StoredObject,
    object: ApiObject,
    claimsBefore: readonly string[],
    claimsAfter: readonly string[],
    mustWrite = false,
  ): MaybePromise<StoredObject | undefined> {
    const { key, revision } = stored;
    const value = inStoredOrder(object, stored.object.metadata.resourceVersion);
    if (!mustWrite && isSameJson(value, stored.object))
      return whenReady(this.get(key), (live) => (live?.revision === revision ? live : undefined));
    value.metadata.resourceVersion = '';
    return whenReady(this.#commit({ key, value, expected: revision }, claimsBefore, claimsAfter), (result) =>
      result.committed ? this.states.written(key, value, result.revision) : undefined,
    );
  }

  /** Returns the last state with the revision of its removal; undefined when the object is not at `revision`. */
  async remove(key: string, revision: number, claims: readonly string[]): Promise<StoredObject | undefined> {
    const stored = await this.get(key);
    const result = await this.#commit({ key, value: null, expected: revision }, claims, NO_CLAIMS);
    return result.committed ? stored?.at(result.revision) : undefined;
  }

  /** Returns the newest revision below a prefix that ends with a slash; 0 without changes since the start. */
  revisionOf(prefix: string): number {
    return this.#collections.get(prefix)?.revision ?? 0;
  }

  /** Returns a collection, whose revision is always that of `revisionOf`. */
  collection(prefix: string): CollectionState {
    return this.#collection(prefix);
  }

  #collection(prefix: string): { revision: number } {
    let collection = this.#collections.get(prefix);
    if (!collection) {
      collection = { revision: 0 };
      this.#collections.set(prefix, collection);
    }
    return collection;
  }

  /** Returns the changes below the prefix of a resource after a revision; undefined when some are no longer remembered. */
  changesSince(prefix: string, revision: number): readonly Change[] | undefined {
    return this.#recent.after(prefix, revision, this.revisionOf(prefix));
  }

  /** Reports whether the revision is reached within the time. */
  async waitForRevision(revision: number, clock: Clock, milliseconds: number): Promise<boolean> {
    if (this.#revision >= revision) return true;
    return new Promise((resolve) => {
      const waiter = { revision, resolve };
      const cancel = clock.after(milliseconds, () => {
        this.#waiting.delete(waiter);
        resolve(false);
      });
      waiter.resolve = (reached) => {
        cancel();
        resolve(reached);
      };
      this.#waiting.add(waiter);
    });
  }

  reader(resources: ResourceTable): ObjectReader {
    return new StoredObjectReader(this, resources);
  }

  #commit(write: Write, claimsBefore: readonly string[], claimsAfter: readonly string[]): MaybePromise<CommitResult> {
    return this.storage.commit([write, ...this.#claims.writes(write.key, claimsBefore, claimsAfter)]);
  }

  #follow(changes: readonly Change[]): void {
    const revision = changes[0]?.revision ?? 0;
    this.states.follow(changes);
    this.#recent.follow(changes);
    this.#indexes.follow(changes);
    for (const { key } of changes) {
      this.encodedRuns.forget(key);
      for (const prefix of collectionsOf(key)) {
        this.#collection(prefix).revision = revision;
        this.#listed.delete(prefix);
      }
    }
    this.#reach(revision);
  }

  #reach(revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
    for (const waiter of this.#waiting) {
      if (waiter.revision > revision) continue;
      this.#waiting.delete(waiter);
      waiter.resolve(true);
    }
  }
}

/** Returns the first page of a collection from a listing of it. Undefined when the listing is too short. */
function firstOf(listing: ObjectListing, limit: number): ObjectListing | undefined {
  const { objects, remaining } = listing;
  if (limit === objects.length || (limit > objects.length && remaining === 0)) return listing;
  if (limit > objects.length) return undefined;
  return { ...listing, objects: objects.slice(0, limit), remaining: remaining + objects.length - limit };
}

/** The collection of a resource that is not served. */
const NEVER_CHANGED: CollectionState = { revision: 0 };

/** Keeps lists while their collection is unchanged. */
class StoredObjectReader implements ObjectReader {
  readonly #store: ObjectStore;
  readonly #resources: ResourceTable;
  readonly #lists = new Map<string, { revision: number; objects: readonly ApiObject[] }>();

  constructor(store: ObjectStore, resources: ResourceTable) {
    this.#store = store;
    this.#resources = resources;
  }

  get<T extends ApiObject>(
    group: string,
    resource: string,
    namespace: string,
    name: string,
  ): MaybePromise<T | undefined> {
    const served = this.#resources.findAnyVersion(group, resource);
    if (!served || name === '') return undefined;
    const found = whenReady(
      this.#store.get(keyOf(served, namespace, name)),
      (stored) => stored && servedObject(served, stored),
    );
    return whenReady(found, (state) => state?.object as T | undefined);
  }

  async list<T extends ApiObject>(group: string, resource: string, namespace = ''): Promise<readonly T[]> {
    const served = this.#resources.findAnyVersion(group, resource);
    if (!served) return [];
    const prefix = keyOf(served, namespace);
    const revision = this.#store.revisionOf(prefix);
    const remembered = this.#lists.get(prefix);
    if (remembered?.revision === revision) return remembered.objects as readonly T[];
    const stored = (await this.#store.list(prefix)).objects;
    const objects = (await servedObjects(served, stored)).map(({ object }) => object);
    // Custom resources also change with their definition.
    if (!served.customStorage) this.#lists.set(prefix, { revision, objects });
    return objects as readonly ApiObject[] as readonly T[];
  }

  collectionOf(group: string, resource: string): CollectionState {
    const served = this.#resources.findAnyVersion(group, resource);
    return served ? this.#store.collection(served.keyPrefix) : NEVER_CHANGED;
  }

  changesSince<T extends ApiObject>(group: string, resource: string, revision: number) {
    const served = this.#resources.findAnyVersion(group, resource);
    const changes = served && this.#store.changesSince(served.keyPrefix, revision);
    return changes?.map(({ key, current }): ObjectChange<T> => {
      const [first = '', second] = key.slice(served?.keyPrefix.length).split('/');
      const object = current && (this.#store.states.of(current).object as T);
      return second === undefined ? { namespace: '', name: first, object } : { namespace: first, name: second, object };
    });
  }
}
