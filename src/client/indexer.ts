import type { ApiObject } from '../api/object.ts';
import type { LabelSelector } from '../api/selectors/label-selector.ts';
import { objectKey } from './object-key.ts';

/** Returns the value or the values under which an index finds an object; undefined when there is none. */
export type IndexFunction<T> = (object: T) => IndexValues;
type IndexValues = string | readonly string[] | undefined;

export interface Selection {
  readonly namespace?: string;
  readonly selector?: LabelSelector;
}

/** Reads the objects of one resource from memory. The objects are shared and frozen: copy one before changing it. */
export interface Lister<T extends ApiObject> {
  /** The object with a key as `objectKey` returns it. */
  get(key: string): T | undefined;
  list(selection?: Selection): T[];
  /** The objects with an owner reference to the UID. */
  ownedBy(uid: string): T[];
  /** The objects that an index has under a value. @throws Error when there is no such index */
  byIndex(index: string, value: string): T[];
}

/** The place of an object, in which updates replace it. Most updates thus need no change of the indexes. */
interface Place<T> {
  object: T;
}

interface Index<T> {
  readonly valuesOf: IndexFunction<T>;
  readonly places: Map<string, Set<Place<T>>>;
}

const NAMESPACE = 'namespace';
const OWNER = 'owner';

const NONE: readonly never[] = [];

/** Built on first use. */
const BUILT_IN = new Map<string, IndexFunction<ApiObject>>([
  [NAMESPACE, ({ metadata }) => metadata.namespace ?? ''],
  [OWNER, ownersOf],
]);

function ownersOf({ metadata: { ownerReferences } }: ApiObject): IndexValues {
  const [first, second] = ownerReferences ?? NONE;
  return second ? ownerReferences?.map(({ uid }) => uid) : first?.uid;
}

/** Objects by key, with indexes, after client-go's indexer: `namespace` and `owner` (UID) are built in. */
export class Indexer<T extends ApiObject> implements Lister<T> {
  readonly #places = new Map<string, Place<T>>();
  readonly #indexes = new Map<string, Index<T>>();

  /** Adds indexes by name. @throws Error when another index has the name */
  addIndexers(functions: Readonly<Record<string, IndexFunction<T>>>): void {
    for (const [name, valuesOf] of Object.entries(functions)) {
      const known = this.#indexes.get(name)?.valuesOf ?? BUILT_IN.get(name);
      if (known && known !== valuesOf) throw new Error(`there is another index ${JSON.stringify(name)}`);
      if (!known) this.#addIndex(name, valuesOf);
    }
  }

  get(key: string): T | undefined {
    return this.#places.get(key)?.object;
  }

  list({ namespace, selector }: Selection = {}): T[] {
    const objects = namespace === undefined ? objectsIn(this.#places.values()) : this.byIndex(NAMESPACE, namespace);
    return selector ? objects.filter(({ metadata }) => selector.matches(metadata.labels)) : objects;
  }

  ownedBy(uid: string): T[] {
    return this.byIndex(OWNER, uid);
  }

  byIndex(name: string, value: string): T[] {
    const places = this.#indexNamed(name).places.get(value);
    return places ? objectsIn(places) : [];
  }

  /** Stores an object and returns the one that it replaces. */
  set(object: T): T | undefined {
    const key = objectKey(object);
    const place = this.#places.get(key);
    if (!place) {
      const added = { object };
      this.#places.set(key, added);
      for (const index of this.#indexes.values()) insert(index, added, index.valuesOf(object));
      return undefined;
    }
    const previous = place.object;
    place.object = object;
    for (const index of this.#indexes.values()) move(index, place, previous);
    return previous;
  }

  /** Removes an object and returns it. */
  delete(key: string): T | undefined {
    const place = this.#places.get(key);
    if (!place) return undefined;
    this.#places.delete(key);
    for (const index of this.#indexes.values()) remove(index, place, index.valuesOf(place.object));
    return place.object;
  }

  #indexNamed(name: string): Index<T> {
    const known = this.#indexes.get(name);
    if (known) return known;
    const builtIn = BUILT_IN.get(name);
    if (!builtIn) throw new Error(`there is no index ${JSON.stringify(name)}`);
    return this.#addIndex(name, builtIn);
  }

  #addIndex(name: string, valuesOf: IndexFunction<T>): Index<T> {
    const index: Index<T> = { valuesOf, places: new Map() };
    this.#indexes.set(name, index);
    for (const place of this.#places.values()) insert(index, place, valuesOf(place.object));
    return index;
  }
}

function objectsIn<T>(places: Iterable<Place<T>>): T[] {
  const objects: T[] = [];
  for (const { object } of places) objects.push(object);
  return objects;
}

const listed = (values: IndexValues): readonly string[] => (typeof values === 'string' ? [values] : (values ?? NONE));

function insert<T>({ places }: Index<T>, place: Place<T>, values: IndexValues): void {
  for (const value of listed(values)) {
    const found = places.get(value);
    if (found) found.add(place);
    else places.set(value, new Set([place]));
  }
}

/** Moves a place to the index values of its object. Under values that the previous object shared, it keeps its position. */
function move<T>(index: Index<T>, place: Place<T>, previous: T): void {
  const before = index.valuesOf(previous);
  const after = index.valuesOf(place.object);
  if (before === after) return;
  const kept = listed(after);
  remove(
    index,
    place,
    listed(before).filter((value) => !kept.includes(value)),
  );
  insert(index, place, after);
}

function remove<T>({ places }: Index<T>, place: Place<T>, values: IndexValues): void {
  for (const value of listed(values)) {
    const found = places.get(value);
    found?.delete(place);
    if (found?.size === 0) places.delete(value);
  }
}
