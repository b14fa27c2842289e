import { Dexie, type Table } from 'dexie';
import type { RegistryOptions } from '../clusters/cluster-registry.ts';
import { EMPTY_REGISTRY, type RegistryState } from './registry-state.ts';

const KEY = 'registry';

/**
 * The clusters of an embedded worker, in a small separate database. When the browser has stopped the worker, the next
 * request starts it again, and it reads the clusters from there. Only the worker accesses the database.
 */
export class EmbeddedRegistry {
  readonly #database: Dexie;
  readonly #states: Table<RegistryState, string>;
  #known: RegistryState | undefined;
  #reading: Promise<RegistryState> | undefined;

  /** @param folder the path of the worker's scope, which separates two applications of an origin */
  constructor(folder: string, options: RegistryOptions = {}) {
    this.#database = new Dexie(`tabplane embedded ${folder}`, { cache: 'disabled', ...options });
    this.#database.version(1).stores({ states: '' });
    this.#states = this.#database.table('states');
  }

  /** The current state, or undefined until it has been read. */
  get known(): RegistryState | undefined {
    return this.#known;
  }

  async read(): Promise<RegistryState> {
    if (this.#known) return this.#known;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Changes the state in one write. @throws what `change` throws, in which case nothing has changed */
  async update(change: (state: RegistryState) => RegistryState): Promise<RegistryState> {
    const next = await this.#database.transaction('rw', this.#states, async () => {
      const state = change((await this.#states.get(KEY)) ?? EMPTY_REGISTRY);
      await this.#states.put(state, KEY);
      return state;
    });
    this.#known = next;
    return next;
  }

  /** Closes the database. From now on, only a newer worker accesses it. */
  close(): void {
    this.#database.close();
  }

  async #read(): Promise<RegistryState> {
    const state = (await this.#states.get(KEY)) ?? EMPTY_REGISTRY;
    this.#known ??= state;
    return this.#known;
  }
}
