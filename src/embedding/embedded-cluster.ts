import { dialectNamed } from '../api/dialect.ts';
import type { Clock } from '../api/environment.ts';
import type { ApiRequest, ApiResponse } from '../api/messages/api-messages.ts';
import type { UserInfo } from '../api/user-info.ts';
import type { ConnectionInfo } from '../authentication/authenticator.ts';
import { impersonates, userNamedIn } from '../authorization/impersonation.ts';
import type { ApiClient } from '../client/api-client.ts';
import { DEFAULT_FLAGS, parseServerFlags, type ServerFlags } from '../server/flags/server-flags.ts';
import { fetchWith } from '../server/http/fetch/fetch-messages.ts';
import { EntrySet } from '../storage/entry-set.ts';
import { createMemoryStorage } from '../storage/memory-storage.ts';
import type { Storage } from '../storage/storage.ts';
import type {
  ClusterFaults,
  ClusterOptions,
  ClusterUser,
  EmbeddedClock,
  ForkableCluster,
  KubernetesObject,
  Persona,
  Seed,
  SeedOutcome,
  Snapshot,
} from './cluster.ts';
import type { ClusterEnvironment } from './cluster-environment.ts';
import { replaceContent, requireComplete } from './data/replace-content.ts';
import { RevocableStorage } from './data/revocable-storage.ts';
import { contentOf, takeSnapshot } from './data/snapshots.ts';
import { embeddedClock } from './embedded-clock.ts';
import { exportObjects } from './export/export-objects.ts';
import { FaultTable } from './faults/fault-table.ts';
import { type RunningCluster, startCluster } from './running-cluster.ts';
import { awaitAggregatedRoles } from './seeds/aggregated-roles.ts';
import { awaitDefaultAccount } from './seeds/default-account.ts';
import { loadSeed } from './seeds/load-seed.ts';
import { isSeeded, markSeeded, seedOutcome } from './seeds/stored-seed.ts';
import { waitingClock } from './seeds/waiting-clock.ts';
import { ClusterUsers } from './users/cluster-users.ts';
import { clientOf } from './users/in-process-client.ts';
import { personaOf, requestFor, withHeaders } from './users/persona.ts';
import { ADMINISTRATOR } from './users/sender.ts';

const SERVICE_RANGE = 'service-cluster-ip-range';

/** A cluster in this process. */
export class EmbeddedCluster implements ForkableCluster {
  readonly name: string;
  /** Set when the cluster is open. */
  seeded: SeedOutcome = 'loaded';
  readonly clock: EmbeddedClock;
  readonly faults: ClusterFaults;
  readonly client: ApiClient;
  readonly #options: ClusterOptions;
  readonly #environment: ClusterEnvironment;
  readonly flags: ServerFlags;
  readonly #users: ClusterUsers;
  readonly #faults: FaultTable;
  readonly #storage: Storage;
  /** The current server; pending while the data is replaced. */
  #running: Promise<RunningCluster>;
  /** The data that forks share. */
  #shared: EntrySet | undefined;
  #isClosed = false;

  /**
   * Opens a cluster, and loads the seed when it is new.
   * @throws FlagError; Error when the seed cannot be loaded
   */
  static async open(options: ClusterOptions, environment: ClusterEnvironment): Promise<EmbeddedCluster> {
    const storage = await environment.openStorage();
    try {
      const seeded = await seedOutcome(storage, options);
      if (seeded === 'reset') await replaceContent(storage, new Map());
      await requireComplete(storage);
      const cluster = await new EmbeddedCluster(options, environment, storage).#opened();
      cluster.seeded = seeded;
      return cluster;
    } catch (error) {
      await storage.close();
      throw error;
    }
  }

  /**
   * Creates a cluster that starts with the state of this one and shares it: a change copies only what it changes.
   * Afterwards, the two are independent. The fork's controllers start when something is written or time passes.
   */
  async fork(): Promise<EmbeddedCluster> {
    const origin = await this.running();
    const environment = { ...this.#environment, ...this.#environment.fork?.() };
    const storage = await createMemoryStorage({ base: await this.#content() });
    const fork = await new EmbeddedCluster(this.#options, environment, storage, origin).#opened();
    fork.seeded = this.seeded;
    return fork;
  }

  /** Returns the current data. Forks without a change between them share it. */
  async #content(): Promise<EntrySet> {
    if (this.#shared?.revision !== (await this.#storage.revision())) {
      const { entries, revision } = await this.#storage.list('');
      this.#shared = new EntrySet(entries, revision);
    }
    return this.#shared;
  }

  /** Returns the cluster when it is open. */
  async #opened(): Promise<this> {
    await this.#running;
    return this;
  }

  private constructor(
    options: ClusterOptions,
    environment: ClusterEnvironment,
    storage: Storage,
    origin?: RunningCluster,
  ) {
    this.name = options.name ?? 'default';
    this.#options = options;
    this.#environment = environment;
    this.#storage = storage;
    this.#users = new ClusterUsers(options);
    this.flags = flagsOf(options, this.#users);
    this.#faults = new FaultTable(environment);
    this.faults = {
      add: async (fault) => {
        this.#checkOpen();
        return this.#faults.add(fault);
      },
      clear: async () => {
        this.#checkOpen();
        return this.#faults.clear();
      },
    };
    this.clock = embeddedClock(async () => ({ ...(await this.running()), storage }), environment.timePassed);
    this.client = clientOf((request) => this.#send(request, ADMINISTRATOR));
    this.#running = this.#start(origin);
  }

  /** Answers a request of a front end. A request without credentials counts as sent by the default user. */
  readonly fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    fetchWith((request) => this.answer(request))(requestFor(input, init));

  /** Like `fetch`, for hosts that know more about the connection. */
  answer(request: ApiRequest, connection: ConnectionInfo = {}): Promise<ApiResponse> {
    return this.#send(request, this.#users.defaultOf(request, connection), connection);
  }

  /** Answers a request from a network, which has only the rights of its credentials. */
  answerStranger(request: ApiRequest, connection: ConnectionInfo): Promise<ApiResponse> {
    return this.#send(request, undefined, connection);
  }

  /** Answers a request as a user of the options by token, or as any other by impersonation. */
  answerAs(sender: string | ClusterUser, request: ApiRequest): Promise<ApiResponse> {
    const { user, headers } = this.#users.sender(sender);
    // A persona that impersonates needs its own permission, not the administrator's.
    if (user && headers && impersonates(request.headers)) return this.#send(request, userNamedIn(headers));
    return this.#send(headers ? withHeaders(request, headers) : request, user);
  }

  as(user: string | ClusterUser): Persona {
    return personaOf((request) => this.answerAs(user, request));
  }

  async load(seed: Seed): Promise<readonly KubernetesObject[]> {
    return this.#load(await this.running(), seed);
  }

  async export({ namespaces }: { readonly namespaces?: readonly string[] } = {}): Promise<string> {
    return exportObjects(administratorOf(await this.running()), namespaces);
  }

  reset(): Promise<void> {
    return this.#replace(new Map());
  }

  async snapshot(): Promise<Snapshot> {
    await this.running();
    return takeSnapshot(this.#storage, this.flags.dialect);
  }

  async restore(snapshot: Snapshot): Promise<void> {
    await this.#replace(contentOf(snapshot, this.flags.dialect));
  }

  /**
   * Ends every watch cleanly, before another host takes over. Clients resume from the last version that they received.
   */
  async closeStreams(): Promise<void> {
    (await this.#running).server.closeStreams();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const running = await this.#running.catch(() => undefined); // A cluster that failed to open has nothing to stop.
    await running?.stop();
    await this.#storage.close();
  }

  async destroy(): Promise<void> {
    await this.close();
    await this.#environment.deleteStorage?.();
  }

  /** Returns the current server, which a reset replaces. @throws Error when the cluster was closed */
  async running(): Promise<RunningCluster> {
    this.#checkOpen();
    return this.#running;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new Error(`The cluster "${this.name}" is closed.`);
  }

  /** @param user the user that the cluster itself authenticates; undefined when the headers contain credentials */
  async #send(request: ApiRequest, user?: UserInfo, connection: ConnectionInfo = {}): Promise<ApiResponse> {
    return this.#faults.apply(request, async () => {
      const { server, controllers } = await this.running();
      await controllers.startFor(request);
      return server.answer(request, user ? { ...connection, user } : connection);
    });
  }

  /** Replaces the data. Requests that arrive during the replacement wait. */
  async #replace(content: ReadonlyMap<string, string>): Promise<void> {
    this.#checkOpen();
    // A cluster that failed to start has nothing to stop.
    const stopped = this.#running.then((running) => running.stop()).catch(() => undefined);
    const replaced = stopped.then(() => replaceContent(this.#storage, content));
    // If the medium is full, the old data stay in place and are served again.
    this.#running = replaced.catch(() => undefined).then(() => this.#start());
    await this.#running;
    await replaced;
  }

  async #start(origin?: RunningCluster): Promise<RunningCluster> {
    const { controllers = true, flags = {} } = this.#options;
    const options = { flags: this.flags, controllers, controllerFlags: otherFlags(flags) };
    const view = new RevocableStorage(this.#storage);
    try {
      const started = await startCluster(view, options, this.#environment, origin);
      const running = { ...started, stop: () => stopForGood(started, view) };
      await this.#fill(running).catch(async (error: unknown) => {
        await running.stop();
        throw error;
      });
      return running;
    } catch (error) {
      view.revoke();
      throw error;
    }
  }

  /** Creates the nodes and loads the seed of a new cluster. After an interruption, the next start repeats this. */
  async #fill(running: RunningCluster): Promise<void> {
    const { controllers = true, simulatedNodes = controllers ? 1 : 0, seed } = this.#options;
    if (await isSeeded(this.#storage)) return;
    await this.#environment.simulateNodes(running.server, this.flags.dialect, simulatedNodes);
    if (seed) await this.#load(running, seed);
    // Without these, it would depend on the speed of controllers whether a pod can be created immediately, and what a
    // role allows.
    if (controllers === true) {
      const [client, clock] = [administratorOf(running), this.#waiting(running)];
      await awaitDefaultAccount(client, clock);
      await awaitAggregatedRoles(client, dialectNamed(this.flags.dialect), clock);
    }
    await markSeeded(this.#storage, seed);
  }

  #load(running: RunningCluster, seed: Seed): Promise<readonly KubernetesObject[]> {
    return loadSeed(administratorOf(running), seed, this.#waiting(running));
  }

  #waiting({ clock, controllers }: RunningCluster): Clock {
    return waitingClock(this.#environment.clock, clock, () => controllers.start());
  }
}

function flagsOf({ flags = {}, dialect = 'kubernetes' }: ClusterOptions, users: ClusterUsers): ServerFlags {
  const tokens = `${users.tokenFile}${flags['token-auth-file'] ?? ''}`;
  const own = Object.entries(flags).filter(([name]) => name in DEFAULT_FLAGS);
  return parseServerFlags({ ...Object.fromEntries(own), dialect, 'token-auth-file': tokens });
}

/** Ends open watches with 410, because their history ends, then everything else. Requests in progress write no more. */
async function stopForGood({ server, stop }: RunningCluster, view: RevocableStorage): Promise<void> {
  server.expireStreams();
  await stop();
  view.revoke();
}

/** Flags that the server does not know are flags of controllers. Both know the range of Services. */
const otherFlags = (flags: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(flags).filter(([name]) => !(name in DEFAULT_FLAGS) || name === SERVICE_RANGE));

/** Returns a client that faults do not affect. */
const administratorOf = ({ server }: RunningCluster): ApiClient =>
  clientOf((request) => server.answer(request, { user: ADMINISTRATOR }));
