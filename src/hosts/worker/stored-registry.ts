import { Dexie, type Table } from 'dexie';
import { StorageFullError } from '../../storage/storage.ts';
import { writeTransaction } from '../../storage/write-transaction.ts';

/** Replaces the platform's IndexedDB. */
export interface RegistryOptions {
  readonly indexedDB?: IDBFactory;
  readonly IDBKeyRange?: typeof IDBKeyRange;
}

const KEY = 'registry';

/**
 * The clusters of a worker, in a small separate database. When the browser has stopped the worker, the next request
 * starts it again, and it reads the clusters from there. They are one record, so that every change is one write.
 */
export class StoredRegistry<State extends object> {
  readonly #database: Dexie;
  readonly #states: Table<State, string>;
  readonly #initial: () => Promise<State>;
  /** Called when the first state was written to a new database. */
  onCreated: (state: State) => void = () => undefined;
  #known: State | undefined;
  #reading: Promise<State> | undefined;

  /** @param initial returns the state of a new database */
  constructor(name: string, initial: () => Promise<State>, options: RegistryOptions = {}) {
    this.#initial = initial;
    this.#database = new Dexie(name, { cache: 'disabled', ...options });
    this.#database.version(1).stores({ states: '' });
    this.#states = this.#database.table('states');
    // The database is being deleted.
    this.#database.on('versionchange', () => this.forget());
  }

  /** The last state that was read or written; undefined until then. */
  get known(): State | undefined {
    return this.#known;
  }

  /** Returns the state. Reads it once, because otherwise each request would wait for the database. */
  async read(): Promise<State> {
    if (this.#known) return this.#known;
    this.#reading ??= this.#read();
    const reading = this.#reading;
    try {
      const state = await reading;
      // A read that has been overtaken by a change of this worker or another one is not kept.
      if (this.#reading === reading) this.#known ??= state;
      return this.#known ?? state;
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  /** Discards the known state, because another worker has changed the database. */
  forget(): void {
    this.#known = undefined;
    this.#reading = undefined;
  }

  /** Changes the state in one write. @throws StorageFullError; what `change` throws. Nothing has changed then */
  async update(change: (state: State) => State): Promise<State> {
    // Computed before the transaction, which would end during this await.
    const initial = await this.#initial();
    let isNew = false;
    const next = await writeTransaction(this.#database, [this.#states], async () => {
      const stored = await this.#states.get(KEY);
      isNew = stored === undefined;
      const state = change(stored ?? initial);
      await this.#states.put(state, KEY);
      return state;
    });
    this.#known = next;
    if (isNew) this.onCreated(next);
    return next;
  }

  /** Changes the state like `update`, but only for this worker when the storage is full. */
  async updateOrAssume(change: (state: State) => State): Promise<State> {
    try {
      return await this.update(change);
    } catch (error) {
      if (!(error instanceof StorageFullError)) throw error;
      this.#known = change(this.#known ?? (await this.#states.get(KEY)) ?? (await this.#initial()));
      return this.#known;
    }
  }

  /** Closes the database. From now on, only a newer worker accesses it. */
  close(): void {
    this.#database.close();
  }

  async #read(): Promise<State> {
    return (await this.#states.get(KEY)) ?? this.updateOrAssume((state) => state);
  }
}
