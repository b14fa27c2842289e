import { BoundedMap } from '../../api/memory/bounded-map.ts';
import type { ApiObject } from '../../api/object.ts';
import type { Change, Entry } from '../../storage/storage.ts';

/** A requirement of a selector that an index can answer: the value of a label or field is one of some values. */
export interface RequiredValue {
  /** Identifies the label or field in its collection. */
  readonly name: string;
  readonly values: readonly string[];
  readValue(object: ApiObject): string | undefined;
}

/** The whole collection at one revision. */
interface Content {
  readonly entries: readonly Entry[];
  readonly revision: number;
}

/** Reads the objects that are indexed. */
export interface IndexSource {
  list(prefix: string): Promise<Content>;
  objectOf(entry: Entry): ApiObject;
  /** Resolves immediately, or after a turn of the event loop when much was done. */
  pause(): Promise<void>;
}

const MOST_INDEXES = 64;

/** Number of changed keys after which an index is dropped: one that is in use is updated before. */
const MOST_CHANGED = 1000;

/**
 * Indexes of collections by labels and fields. An index is built by its first use. Writes only note what they have changed,
 * and the next use applies it, so that indexes cost writes nothing and those out of use are dropped.
 */
export class ValueIndexes {
  readonly #indexes = new BoundedMap<string, ValueIndex>(MOST_INDEXES);

  follow(changes: readonly Change[]): void {
    if (this.#indexes.size === 0) return;
    for (const { key, current } of changes)
      for (const [name, index] of this.#indexes) {
        if (!key.startsWith(index.prefix)) continue;
        index.changed.set(key, current);
        if (index.changed.size > MOST_CHANGED) this.#indexes.delete(name);
      }
  }

  /**
   * Prepares indexes for requirements that all must be met. Returns a function that returns the entries that meet one of
   * them, in key order, as of the newest followed revision; undefined when no index has that revision.
   */
  async prepare(
    prefix: string,
    required: readonly RequiredValue[],
    source: IndexSource,
  ): Promise<(revision: number) => readonly Entry[] | undefined> {
    const used = required.map(({ name, values, readValue }) => {
      const indexName = `${prefix} ${name}`;
      return {
        values,
        indexName,
        index: this.#indexes.get(indexName) ?? this.#add(indexName, prefix, readValue, source),
      };
    });
    await Promise.all(used.map(({ index }) => index.built));
    return (revision) => {
      const sizes = used
        .filter(({ indexName, index }) => this.#indexes.get(indexName) === index && index.revision <= revision)
        .map(({ values, index }) => ({ values, index, size: index.count(values) }));
      const [fewest] = sizes.sort((one, other) => one.size - other.size);
      return fewest?.index.entriesOf(fewest.values);
    };
  }

  #add(name: string, prefix: string, readValue: RequiredValue['readValue'], source: IndexSource): ValueIndex {
    const index = new ValueIndex(prefix, readValue, source);
    this.#indexes.set(name, index);
    index.built.catch(() => this.#indexes.delete(name));
    return index;
  }
}

/** The entries of a collection by one value of their objects. */
class ValueIndex {
  readonly prefix: string;
  /** Resolves when the index has the content of the collection. */
  readonly built: Promise<void>;
  /** The last change of each key that is not yet applied. */
  readonly changed = new Map<string, Entry | undefined>();
  /** The revision of the content that the index was built from. */
  revision = 0;
  readonly #readValue: RequiredValue['readValue'];
  readonly #source: IndexSource;
  readonly #values = new Map<string, string>();
  readonly #entries = new Map<string, Map<string, Entry>>();

  constructor(prefix: string, readValue: RequiredValue['readValue'], source: IndexSource) {
    this.prefix = prefix;
    this.#readValue = readValue;
    this.#source = source;
    this.built = this.#build();
  }

  /** Applies the changes. Returns the number of entries with one of the values. */
  count(values: readonly string[]): number {
    for (const [key, entry] of this.changed) this.#set(key, entry);
    this.changed.clear();
    return values.reduce((sum, value) => sum + (this.#entries.get(value)?.size ?? 0), 0);
  }

  /** Returns the counted entries in key order. */
  entriesOf(values: readonly string[]): readonly Entry[] {
    const entries = values.flatMap((value) => [...(this.#entries.get(value)?.values() ?? [])]);
    return entries.sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  async #build(): Promise<void> {
    const { entries, revision } = await this.#source.list(this.prefix);
    this.revision = revision;
    for (const entry of entries) {
      await this.#source.pause();
      // A later state is noted; the listed one must not be restored.
      if (!this.changed.has(entry.key)) this.#set(entry.key, entry);
    }
  }

  #set(key: string, entry: Entry | undefined): void {
    const before = this.#values.get(key);
    if (before !== undefined) this.#remove(key, before);
    const value = entry && this.#readValue(this.#source.objectOf(entry));
    if (!entry || value === undefined) return;
    this.#values.set(key, value);
    const entries = this.#entries.get(value) ?? new Map<string, Entry>();
    this.#entries.set(value, entries.set(key, entry));
  }

  #remove(key: string, value: string): void {
    const entries = this.#entries.get(value);
    entries?.delete(key);
    if (entries?.size === 0) this.#entries.delete(value);
    this.#values.delete(key);
  }
}
