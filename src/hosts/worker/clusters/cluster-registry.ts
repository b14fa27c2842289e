import { Dexie } from 'dexie';
import type { Session } from '../../../api/debug/session.ts';
import { timeText, uuid } from '../../../api/environment.ts';
import { readSession } from '../../../embedding/sessions/read-session.ts';
import { storeSession, storeTraces } from '../../../embedding/sessions/store-session.ts';
import { dexieJournal } from '../../../storage/dexie-storage.ts';
import { databaseLock } from '../../exclusive-lock.ts';
import { systemClock, systemRandom } from '../../platform.ts';
import { type RegistryOptions, StoredRegistry } from '../stored-registry.ts';
import { openTraceDatabase, traceDatabaseOf } from '../trace-database.ts';
import {
  databaseOf,
  FIRST_DATABASE,
  initialRegistry,
  type NewNames,
  type RegistryCommand,
  type RegistryState,
  transition,
} from './registry-transitions.ts';

/** The clusters of this origin. */
export class ClusterRegistry extends StoredRegistry<RegistryState> {
  readonly #options: RegistryOptions;

  constructor(options: RegistryOptions = {}) {
    super('tabplane-clusters', () => initialState(options), options);
    this.#options = options;
  }

  /** Runs a command of the page with this id. @throws ClusterCommandError, in which case nothing has changed */
  run(command: RegistryCommand, page: string): Promise<RegistryState> {
    const change = (state: RegistryState) => transition(state, command, newNames(page));
    // Pages also open while nothing can be stored.
    return command.type === 'show' ? this.updateOrAssume(change) : this.update(change);
  }

  /** Gives the cluster of a database that was deleted from outside a new one. */
  lose(database: string): Promise<RegistryState> {
    return this.updateOrAssume((state) => {
      const lost = state.clusters.find((cluster) => cluster.database === database);
      return lost ? transition(state, { type: 'reset', id: lost.id }, newNames('')) : state;
    });
  }

  /**
   * Creates a cluster that plays the session of a text, which may come from anybody.
   * @throws SessionError, ClusterCommandError, StorageFullError, in which case nothing has changed
   */
  async open(name: string, text: string, page: string): Promise<RegistryState> {
    const session = readSession(text);
    const names = newNames(page);
    const database = databaseOf(names.id);
    const { dialect, newest } = session;
    const create = { type: 'create', name, dialect, awaitsConsent: true, playsUntil: newest } as const;
    const unlock = await databaseLock(database);
    try {
      await this.update((state) => {
        transition(state, create, names);
        // Until the cluster exists. If this worker dies, the next one deletes the database.
        return { ...state, discarded: [...state.discarded, database] };
      });
      await this.#store(database, session);
      return await this.update((state) => {
        const discarded = state.discarded.filter((other) => other !== database);
        return transition({ ...state, discarded }, create, names);
      });
    } finally {
      unlock();
    }
  }

  async #store(database: string, session: Session): Promise<void> {
    const journal = dexieJournal({ name: database, ...this.#options });
    const traces = await openTraceDatabase(database, this.#options);
    try {
      await storeSession(journal, session);
      await storeTraces(session, traces);
    } finally {
      traces.close();
      await journal.close();
    }
  }

  /** Deletes a database if it is still discarded: one with a session was until its cluster existed. */
  async deleteDiscarded(name: string): Promise<void> {
    this.forget();
    if (!(await this.read()).discarded.includes(name)) return;
    for (const database of [name, traceDatabaseOf(name)]) await new Dexie(database, this.#options).delete();
    await this.update((state) => ({ ...state, discarded: state.discarded.filter((other) => other !== name) }));
  }
}

const newNames = (page: string): NewNames => ({
  id: uuid(systemRandom),
  created: timeText(systemClock.now()),
  page,
});

async function initialState({ indexedDB: factory = indexedDB }: RegistryOptions): Promise<RegistryState> {
  const databases = await factory.databases();
  const hasData = databases.some(({ name }) => name === FIRST_DATABASE);
  return initialRegistry(timeText(systemClock.now()), hasData);
}
