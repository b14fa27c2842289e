import type { Change } from '../../storage/storage.ts';
import type { ObjectStore } from './object-store.ts';
import type { StoredObject } from './stored-object.ts';

export interface CollectionOptions {
  readonly objects: ObjectStore;
  /** The prefix of the collection's keys; undefined when its resource is not served, and the collection stays empty. */
  readonly prefix: string | undefined;
  /** Called after each change of an object since the start. */
  changed?(key: string, previous: StoredObject | undefined): void;
}

/** The objects of a collection, updated by its change events: a read is never older than the last event. */
export class FollowedCollection {
  readonly prefix: string | undefined;
  readonly #options: CollectionOptions;
  readonly #states = new Map<string, StoredObject>();
  #end: () => void = () => undefined;

  constructor(options: CollectionOptions) {
    this.#options = options;
    this.prefix = options.prefix;
  }

  /** Resolves when the objects are loaded. */
  async start(): Promise<void> {
    const { objects, prefix } = this.#options;
    if (prefix === undefined) return;
    this.#end = await objects.storage.follow(prefix, {
      began: ({ entries }) => {
        for (const entry of entries) this.#states.set(entry.key, objects.states.live(entry));
      },
      changed: (changes) => {
        for (const change of changes) this.#change(change);
      },
    });
  }

  close(): void {
    this.#end();
  }

  get(key: string): StoredObject | undefined {
    return this.#states.get(key);
  }

  keys(): Iterable<string> {
    return this.#states.keys();
  }

  /** Returns the states in no particular order. */
  states(): readonly StoredObject[] {
    return [...this.#states.values()];
  }

  #change(change: Change): void {
    const { key } = change;
    const { current, previous } = this.#options.objects.states.ofChange(change);
    if (current) this.#states.set(key, current);
    else this.#states.delete(key);
    this.#options.changed?.(key, previous);
  }
}
