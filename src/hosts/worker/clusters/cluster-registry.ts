import { Dexie, type Table } from 'dexie';
import { timeText, uuid } from '../../../api/environment.ts';
import type { ClusterCommand, ShowCommand } from '../../../api/named-cluster.ts';
import { systemClock, systemRandom } from '../../platform.ts';
import { traceDatabaseOf } from '../trace-database.ts';
import { FIRST_DATABASE, initialRegistry, type RegistryState, transition } from './registry-transitions.ts';

/** Replaces the platform's IndexedDB. */
export interface RegistryOptions {
  readonly indexedDB?: IDBFactory;
  readonly IDBKeyRange?: typeof IDBKeyRange;
}

const DATABASE = 'tabplane-clusters';
const KEY = 'registry';

/** The clusters of this origin, in a small separate database. */
export class ClusterRegistry {
  readonly #database: Dexie;
  readonly #states: Table<RegistryState, string>;
  readonly #options: RegistryOptions;
  /** The last state that was read or written; without it, each request would wait for the database. */
  #known: Promise<RegistryState> | undefined;

  constructor(options: RegistryOptions = {}) {
    this.#options = options;
    this.#database = new Dexie(DATABASE, { cache: 'disabled', ...options });
    this.#database.version(1).stores({ states: '' });
    this.#states = this.#database.table('states');
    // The database is being deleted.
    this.#database.on('versionchange', () => this.forget());
  }

  async read(): Promise<RegistryState> {
    this.#known ??= this.#load();
    try {
      return await this.#known;
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Discards the cached state, because another worker has changed the database. */
  forget(): void {
    this.#known = undefined;
  }

  /** Runs a command of the page with this id. @throws ClusterCommandError, in which case nothing has changed */
  run(command: ClusterCommand | ShowCommand, page: string): Promise<RegistryState> {
    const names = { id: uuid(systemRandom), created: timeText(systemClock.now()), page };
    return this.#update((state) => transition(state, command, names));
  }

  /** Deletes a discarded database, if it still exists. */
  async deleteDiscarded(name: string): Promise<void> {
    for (const database of [name, traceDatabaseOf(name)]) await new Dexie(database, this.#options).delete();
    await this.#update((state) => ({ ...state, discarded: state.discarded.filter((other) => other !== name) }));
  }

  async #update(change: (state: RegistryState) => RegistryState): Promise<RegistryState> {
    // Checked before the transaction, which would end during this await.
    const hasData = await this.#hasFirstDatabase();
    const changed = await this.#database.transaction('rw', this.#states, async () => {
      const stored = await this.#states.get(KEY);
      const next = change(stored ?? initialRegistry(timeText(systemClock.now()), hasData));
      await this.#states.put(next, KEY);
      return next;
    });
    this.#known = Promise.resolve(changed);
    return changed;
  }

  async #load(): Promise<RegistryState> {
    return (await this.#states.get(KEY)) ?? this.#update((state) => state);
  }

  async #hasFirstDatabase(): Promise<boolean> {
    const databases = await (this.#options.indexedDB ?? indexedDB).databases();
    return databases.some(({ name }) => name === FIRST_DATABASE);
  }
}
