import { Dexie } from 'dexie';
import { timeText, uuid } from '../../../api/environment.ts';
import type { ClusterCommand, ShowCommand } from '../../../api/named-cluster.ts';
import { systemClock, systemRandom } from '../../platform.ts';
import { type RegistryOptions, StoredRegistry } from '../stored-registry.ts';
import { traceDatabaseOf } from '../trace-database.ts';
import { FIRST_DATABASE, initialRegistry, type RegistryState, transition } from './registry-transitions.ts';

/** The clusters of this origin. */
export class ClusterRegistry extends StoredRegistry<RegistryState> {
  readonly #options: RegistryOptions;

  constructor(options: RegistryOptions = {}) {
    super('tabplane-clusters', () => initialState(options), options);
    this.#options = options;
  }

  /** Runs a command of the page with this id. @throws ClusterCommandError, in which case nothing has changed */
  run(command: ClusterCommand | ShowCommand, page: string): Promise<RegistryState> {
    const names = { id: uuid(systemRandom), created: timeText(systemClock.now()), page };
    return this.update((state) => transition(state, command, names));
  }

  /** Deletes a discarded database, if it still exists. */
  async deleteDiscarded(name: string): Promise<void> {
    for (const database of [name, traceDatabaseOf(name)]) await new Dexie(database, this.#options).delete();
    await this.update((state) => ({ ...state, discarded: state.discarded.filter((other) => other !== name) }));
  }
}

async function initialState({ indexedDB: factory = indexedDB }: RegistryOptions): Promise<RegistryState> {
  const databases = await factory.databases();
  const hasData = databases.some(({ name }) => name === FIRST_DATABASE);
  return initialRegistry(timeText(systemClock.now()), hasData);
}
