import type { Namespace } from '../../../api/kinds/core-v1.generated.ts';
import type { CollectionState, ObjectReader } from '../../../api/ports/object-reader.ts';

/** Remembers which namespaces exist and are not terminating, until any namespace changes. */
export class ActiveNamespaces {
  readonly #reader: ObjectReader;
  readonly #namespaces: CollectionState;
  #names = new Set<string>();
  /** The revision of the namespaces at which the names were active. */
  #revision: number | undefined;

  constructor(reader: ObjectReader) {
    this.#reader = reader;
    this.#namespaces = reader.collectionOf('', 'namespaces');
  }

  /** Reports whether a namespace is active. False when unknown. */
  has(name: string): boolean {
    return this.#names.has(name) && this.#revision === this.#namespaces.revision;
  }

  /** Reads a namespace. Returns undefined when it does not exist. */
  async read(name: string): Promise<Namespace | undefined> {
    const { revision } = this.#namespaces;
    const found = await this.#reader.get<Namespace>('', 'namespaces', '', name);
    if (!found || found.status?.phase === 'Terminating') return found;
    if (revision !== this.#revision) {
      this.#names = new Set();
      this.#revision = revision;
    }
    this.#names.add(name);
    return found;
  }
}
