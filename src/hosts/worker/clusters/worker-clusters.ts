import { causesOf } from '../../../api/error-causes.ts';
import { errorText } from '../../../api/error-text.ts';
import {
  type ClusterCommand,
  ClusterCommandError,
  type ClusterList,
  type NamedCluster,
  type ShowCommand,
} from '../../../api/named-cluster.ts';
import { SessionError } from '../../../embedding/sessions/read-session.ts';
import { CLUSTERS_CHANNEL, DATABASE_HEADER } from '../../clusters-protocol.ts';
import { databaseLock } from '../../exclusive-lock.ts';
import { ClusterRegistry } from './cluster-registry.ts';
import { clusterOfRequest, type RegistryState, shownClusters } from './registry-transitions.ts';

export interface WorkerClustersOptions {
  readonly registry?: ClusterRegistry;
  /** Returns the ids of the open pages. */
  readonly pages: () => Promise<readonly string[]>;
  /** Closes all clusters except these, and these when they must be opened with other options. */
  readonly closeOthers: (shown: readonly NamedCluster[]) => Promise<void>;
}

/** The clusters of an origin. Answers the commands of pages in the worker. */
export class WorkerClusters {
  readonly #registry: ClusterRegistry;
  readonly #pages: WorkerClustersOptions['pages'];
  readonly #closeOthers: WorkerClustersOptions['closeOthers'];
  readonly #channel = new BroadcastChannel(CLUSTERS_CHANNEL);
  /** Databases that were deleted from outside during the life of this worker. */
  readonly #lost = new Set<string>();
  /** Serializes commands. */
  #work: Promise<unknown> = Promise.resolve();

  constructor({ registry = new ClusterRegistry(), pages, closeOthers }: WorkerClustersOptions) {
    this.#registry = registry;
    this.#pages = pages;
    this.#closeOthers = closeOthers;
    // Another worker, such as the predecessor of this one, has run a command.
    this.#channel.onmessage = () => registry.forget();
    registry.onCreated = (state) => this.#channel.postMessage({ ...this.#listOf(state), isNew: true });
  }

  /** Returns the cluster for a request of the page with this id; undefined when the cluster was deleted or reset. */
  async clusterFor({ headers }: Request, page: string): Promise<NamedCluster | undefined> {
    return clusterOfRequest(await this.#registry.read(), { database: headers.get(DATABASE_HEADER), page });
  }

  /** Answers a page's request for the list, or for a command. Never rejects. */
  async answer(request: Request, page: string): Promise<Response> {
    try {
      if (request.method === 'GET') return Response.json(this.#listOf(await this.#registry.read()));
      if (request.method !== 'POST') return new Response(null, { status: 405 });
      const command = (await request.json()) as ClusterCommand | ShowCommand;
      return Response.json(await this.#inTurn(() => this.#run(command, page)));
    } catch (error) {
      const message = errorText(error);
      if (error instanceof ClusterCommandError || error instanceof SessionError)
        return Response.json({ message }, { status: 422 });
      return Response.json({ message, isBlocked: isBlocked(error) }, { status: 500 });
    }
  }

  /** Replaces a database that was deleted from outside, and tells the pages of its cluster. */
  lose(database: string): Promise<ClusterList> {
    this.#lost.add(database);
    return this.#inTurn(async () => this.#apply(await this.#registry.lose(database), ''));
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#work.then(act);
    this.#work = done.catch(() => undefined);
    return done;
  }

  /** The registry changes first, in one write. If this worker dies, the next worker repeats everything after that. */
  async #run(command: ClusterCommand | ShowCommand, page: string): Promise<ClusterList> {
    const registry = this.#registry;
    const state = await (command.type === 'open'
      ? registry.open(command.name, command.session, page)
      : registry.run(command, page));
    return this.#apply(state, page);
  }

  async #apply(state: RegistryState, page: string): Promise<ClusterList> {
    const list = this.#listOf(state);
    // Pages are notified before their streams end, so that they do not reopen them.
    this.#channel.postMessage(list);
    await this.#closeOthers(shownClusters(state, [...(await this.#pages()), page]));
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

  #listOf({ clusters, current, isDialectChosen }: RegistryState): ClusterList {
    const lost = [...this.#lost].filter((name) => !clusters.some(({ database }) => database === name));
    return { clusters, current, isDialectChosen, ...(lost.length > 0 ? { lost } : {}) };
  }
}

/** Names of errors of a browser whose IndexedDB cannot be opened: disabled by a setting, damaged or without any space. */
const BLOCKED: ReadonlySet<string> = new Set([
  ...['SecurityError', 'InvalidStateError', 'UnknownError', 'NotAllowedError', 'QuotaExceededError'],
  ...['OpenFailedError', 'MissingAPIError'],
]);

const isBlocked = (error: unknown): boolean => causesOf(error).some(({ name }) => BLOCKED.has(name));
