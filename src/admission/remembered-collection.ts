import type { ApiObject } from '../api/object.ts';
import type { CollectionState, ObjectReader } from '../api/ports/object-reader.ts';

/** A collection that every write depends on. Remembers that it is empty until it changes. */
export class RememberedCollection<T extends ApiObject> {
  readonly #reader: ObjectReader;
  readonly #group: string;
  readonly #resource: string;
  readonly #state: CollectionState;
  /** The revision at which the collection was last found empty. */
  #emptyAt: number | undefined;

  constructor(reader: ObjectReader, group: string, resource: string) {
    this.#reader = reader;
    this.#group = group;
    this.#resource = resource;
    this.#state = reader.collectionOf(group, resource);
  }

  /** Whether the collection was found empty and has not changed since. False when unknown. */
  get isKnownEmpty(): boolean {
    return this.#emptyAt !== undefined && this.#emptyAt === this.#state.revision;
  }

  async list(): Promise<readonly T[]> {
    const { revision } = this.#state;
    const objects = await this.#reader.list<T>(this.#group, this.#resource);
    if (objects.length === 0) this.#emptyAt = revision;
    return objects;
  }

  /** Lists the objects of a namespace. Remembers when the whole collection is empty. */
  async listIn(namespace: string): Promise<readonly T[]> {
    const all = await this.list();
    return all.length === 0 ? all : this.#reader.list<T>(this.#group, this.#resource, namespace);
  }
}
