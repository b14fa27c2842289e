import type { ApiObject } from '../api/object.ts';
import type { LabelSelector } from '../api/selectors/label-selector.ts';
import { objectKey } from './object-key.ts';

/** Returns the values under which an index finds an object. */
export type IndexFunction<T> = (object: T) => readonly string[];

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

interface Index<T> {
  readonly valuesOf: IndexFunction<T>;
  /** Objects by value and key. */
  readonly objects: Map<string, Map<string, T>>;
}

const NAMESPACE = 'namespace';
const OWNER = 'owner';

/** Objects by key, with indexes, after client-go's indexer: `namespace` and `owner` (UID) are built in. */
export class Indexer<T extends ApiObject> implements Lister<T> {
  readonly #objects = new Map<string, T>();
  readonly #indexes = new Map<string, Index<T>>();

  constructor() {
    this.addIndexers({
      [NAMESPACE]: ({ metadata }) => [metadata.namespace ?? ''],
      [OWNER]: ({ metadata }) => (metadata.ownerReferences ?? []).map(({ uid }) => uid),
    });
  }

  /** Adds indexes by name. @throws Error when another index has the name */
  addIndexers(functions: Readonly<Record<string, IndexFunction<T>>>): void {
    for (const [name, valuesOf] of Object.entries(functions)) {
      const known = this.#indexes.get(name);
      if (known?.valuesOf === valuesOf) continue;
      if (known) throw new Error(`there is another index ${JSON.stringify(name)}`);
      const index: Index<T> = { valuesOf, objects: new Map() };
      this.#indexes.set(name, index);
      for (const [key, object] of this.#objects) insert(index, key, object);
    }
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  list({ namespace, selector }: Selection = {}): T[] {
    const objects = namespace === undefined ? [...this.#objects.values()] : this.byIndex(NAMESPACE, namespace);
    return selector ? objects.filter(({ metadata }) => selector.matches(metadata.labels)) : objects;
  }

  ownedBy(uid: string): T[] {
    return this.byIndex(OWNER, uid);
  }

  byIndex(name: string, value: string): T[] {
    const index = this.#indexes.get(name);
    if (!index) throw new Error(`there is no index ${JSON.stringify(name)}`);
    const objects = index.objects.get(value);
    return objects ? [...objects.values()] : [];
  }

  /** Every object with its key. */
  entries(): IterableIterator<[string, T]> {
    return this.#objects.entries();
  }

  /** Stores an object and returns the one that it replaces. */
  set(object: T): T | undefined {
    const key = objectKey(object);
    const previous = this.#objects.get(key);
    this.#objects.set(key, object);
    for (const index of this.#indexes.values()) {
      if (previous) removeOthers(index, key, previous, object);
      insert(index, key, object);
    }
    return previous;
  }

  /** Removes an object and returns it. */
  delete(key: string): T | undefined {
    const previous = this.#objects.get(key);
    if (!previous) return undefined;
    this.#objects.delete(key);
    for (const index of this.#indexes.values()) remove(index, key, previous);
    return previous;
  }
}

/** Puts an object where it belongs; one that is there already keeps its place in the order. */
function insert<T>({ valuesOf, objects }: Index<T>, key: string, object: T): void {
  for (const value of valuesOf(object)) {
    const found = objects.get(value);
    if (found) found.set(key, object);
    else objects.set(value, new Map([[key, object]]));
  }
}

/** Removes an object from where the next one with its key does not belong. */
function removeOthers<T>(index: Index<T>, key: string, object: T, next: T): void {
  const values = index.valuesOf(object);
  if (values.length === 0) return;
  const kept = index.valuesOf(next);
  for (const value of values) if (!kept.includes(value)) removeFrom(index, key, value);
}

function remove<T>(index: Index<T>, key: string, object: T): void {
  for (const value of index.valuesOf(object)) removeFrom(index, key, value);
}

function removeFrom<T>({ objects }: Index<T>, key: string, value: string): void {
  const found = objects.get(value);
  found?.delete(key);
  if (found?.size === 0) objects.delete(value);
}
