import { errorText } from '../../../api/error-text.ts';
import {
  type ClusterCommand,
  ClusterCommandError,
  type ClusterList,
  currentCluster,
} from '../../../api/named-cluster.ts';
import { CLUSTERS_CHANNEL } from '../../clusters-path.ts';
import { databaseLock } from '../../exclusive-lock.ts';
import { ClusterRegistry } from './cluster-registry.ts';
import type { RegistryState } from './registry-transitions.ts';

export interface WorkerClustersOptions {
  readonly registry?: ClusterRegistry;
  /** Closes the open cluster after another one has become current. */
  readonly close: () => Promise<void>;
}

/** The clusters of an origin. Answers the commands of pages in the worker. */
export class WorkerClusters {
  readonly #registry: ClusterRegistry;
  readonly #close: () => Promise<void>;
  readonly #channel = new BroadcastChannel(CLUSTERS_CHANNEL);
  /** Runs one command at a time. */
  #work: Promise<unknown> = Promise.resolve();

  constructor({ registry = new ClusterRegistry(), close }: WorkerClustersOptions) {
    this.#registry = registry;
    this.#close = close;
  }

  async list(): Promise<ClusterList> {
    const state = await this.#registry.read();
    void this.#deleteDiscarded(state);
    return listOf(state);
  }

  /** Answers a request for the list, or one with a command. Never rejects. */
  async answer(request: Request): Promise<Response> {
    try {
      if (request.method === 'GET') return Response.json(await this.list());
      if (request.method !== 'POST') return new Response(null, { status: 405 });
      const command = (await request.json()) as ClusterCommand;
      const done = this.#work.then(() => this.#run(command));
      this.#work = done.catch(() => undefined);
      return Response.json(await done);
    } catch (error) {
      const message = errorText(error);
      return Response.json({ message }, { status: error instanceof ClusterCommandError ? 422 : 500 });
    }
  }

  /**
   * The registry changes first, in one write. Everything after that is repeated by the next worker if this one dies.
   */
  async #run(command: ClusterCommand): Promise<ClusterList> {
    const before = await this.#registry.read();
    const state = await this.#registry.run(command);
    const list = listOf(state);
    // Pages are notified before their streams end, so that they do not reopen them.
    this.#channel.postMessage(list);
    if (openedAs(state) !== openedAs(before)) await this.#close();
    void this.#deleteDiscarded(state);
    return list;
  }

  async #deleteDiscarded({ discarded }: RegistryState): Promise<void> {
    for (const name of discarded) {
      const unlock = await databaseLock(name);
      // On failure the name stays in the registry, and the next list retries.
      await this.#registry.deleteDiscarded(name).catch(() => undefined);
      unlock();
    }
  }
}

/** Returns what decides how the current cluster is opened: when it changes, the open one is closed. */
function openedAs(state: RegistryState): string {
  const { database, awaitsConsent = false } = currentCluster(state);
  return `${database} ${awaitsConsent}`;
}

const listOf = ({ clusters, current, isDialectChosen }: RegistryState): ClusterList => ({
  clusters,
  current,
  isDialectChosen,
});
