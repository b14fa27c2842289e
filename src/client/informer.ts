import type { Clock, Random } from '../api/environment.ts';
import type { ApiObject } from '../api/object.ts';
import { Reflector, type ReflectorSource, type ReflectorState } from './reflector.ts';

/** Where an object is found in an informer: `namespace/name`, or `name` for objects without a namespace. */
export const objectKey = ({ metadata: { namespace, name } }: Pick<ApiObject, 'metadata'>): string =>
  namespace ? `${namespace}/${name ?? ''}` : (name ?? '');

/** Called after the store has changed; a relist calls only for what differs. */
export interface InformerHandlers<T> {
  added?(object: T): void;
  updated?(object: T, previous: T): void;
  deleted?(object: T): void;
  state?(state: ReflectorState): void;
}

export interface InformerOptions<T> {
  readonly source: ReflectorSource<T>;
  readonly clock: Clock;
  readonly random: Random;
}

/** A collection held in memory and kept up to date, with handlers for what changes. */
export class Informer<T extends ApiObject> {
  readonly #objects = new Map<string, T>();
  readonly #handlers = new Set<InformerHandlers<T>>();
  readonly #reflector: Reflector<T>;
  #synced = false;

  constructor({ source, clock, random }: InformerOptions<T>) {
    this.#reflector = new Reflector({
      source,
      clock,
      random,
      sink: {
        replace: (items) => this.#replace(items),
        change: (type, object) => (type === 'DELETED' ? this.#remove(objectKey(object), object) : this.#set(object)),
        state: (state) => this.#each((handlers) => handlers.state?.(state)),
      },
    });
  }

  /** Whether the first list has arrived. */
  get isSynced(): boolean {
    return this.#synced;
  }
  get(key: string): T | undefined {
    return this.#objects.get(key);
  }
  list(): T[] {
    return [...this.#objects.values()];
  }

  /** What is already stored is reported to the new handlers as added. The returned function takes them off again. */
  subscribe(handlers: InformerHandlers<T>): () => void {
    this.#handlers.add(handlers);
    for (const object of this.#objects.values()) handlers.added?.(object);
    return () => this.#handlers.delete(handlers);
  }

  /** Runs until the signal aborts; never rejects. */
  run(signal: AbortSignal): Promise<void> {
    return this.#reflector.run(signal);
  }

  #replace(items: readonly T[]): void {
    const kept = new Set(items.map(objectKey));
    this.#synced = true;
    for (const [key, object] of [...this.#objects]) if (!kept.has(key)) this.#remove(key, object);
    for (const item of items) this.#set(item);
  }

  #set(object: T): void {
    const key = objectKey(object);
    const previous = this.#objects.get(key);
    this.#objects.set(key, object);
    if (previous === undefined) this.#each((handlers) => handlers.added?.(object));
    else if (previous.metadata.uid !== object.metadata.uid) {
      // Deleted and created again while nobody looked: handlers must see two objects.
      this.#each((handlers) => handlers.deleted?.(previous));
      this.#each((handlers) => handlers.added?.(object));
    } else if (previous.metadata.resourceVersion !== object.metadata.resourceVersion) {
      this.#each((handlers) => handlers.updated?.(object, previous));
    }
  }

  #remove(key: string, object: T): void {
    if (this.#objects.delete(key)) this.#each((handlers) => handlers.deleted?.(object));
  }

  #each(call: (handlers: InformerHandlers<T>) => void): void {
    for (const handlers of this.#handlers) call(handlers);
  }
}
