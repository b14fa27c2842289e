import type { ApiObject } from '../../api/object.ts';
import type { Informer } from '../../client/informer.ts';
import { objectKey } from '../../client/object-key.ts';

/**
 * An informer's collection with the newer states of objects that were just written: two successive decisions must not
 * be based on the same old state.
 */
export class WrittenObjects<T extends ApiObject> {
  readonly #informer: Informer<T>;
  readonly #written = new Map<string, T>();

  constructor(informer: Informer<T>) {
    this.#informer = informer;
  }

  get(key: string): T | undefined {
    const known = this.#informer.get(key);
    return known && this.#newest(known);
  }

  list(): T[] {
    return this.#informer.list().map((object) => this.#newest(object));
  }

  /** Records an object as returned by the server. */
  add(object: T): T {
    this.#written.set(objectKey(object), object);
    return object;
  }

  #newest(known: T): T {
    const key = objectKey(known);
    const written = this.#written.get(key);
    if (!written) return known;
    const isNewer = BigInt(written.metadata.resourceVersion ?? 0) > BigInt(known.metadata.resourceVersion ?? 0);
    if (isNewer && written.metadata.uid === known.metadata.uid) return written;
    this.#written.delete(key);
    return known;
  }
}
