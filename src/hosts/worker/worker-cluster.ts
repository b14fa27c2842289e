import { ClusterClock } from '../../api/cluster-clock.ts';
import type { DialectName } from '../../api/dialect.ts';
import type { ConnectionInfo } from '../../authentication/authenticator.ts';
import { createServer, type Server } from '../../server/create-server.ts';
import { DEFAULT_FLAGS, parseServerFlags } from '../../server/flags/server-flags.ts';
import type { ServerOptions } from '../../server/server-options.ts';
import { SimulatedKubelets } from '../../simulation/kubelet/simulated-kubelets.ts';
import { openDexieStorage } from '../../storage/dexie-storage.ts';
import { chooseControllers } from '../controllers/choose-controllers.ts';
import { controllerFlagsAmong, readControllerFlags } from '../controllers/read-controller-flags.ts';
import { startControllers } from '../controllers/start-controllers.ts';
import { databaseLock } from '../exclusive-lock.ts';
import { FIRST_REVISION, systemClock, systemRandom } from '../platform.ts';
import { WITHOUT_CONSENT } from './clusters/without-consent.ts';
import { openTraceDatabase } from './trace-database.ts';

/**
 * Half of a Lease's duration: each renewal writes to disk and shows up in watches, and nothing here waits for it. A
 * worker that was asleep renews when it wakes up.
 */
export const LEASE_RENEW_SECONDS = 1800;

/** How long controllers wait after the first answer. */
export const CONTROLLERS_WAIT_MILLISECONDS = 100;

/** The administrator token in a browser: the user of the page owns its cluster. */
export const BROWSER_TOKENS = 'tabplane-admin,admin,admin,"system:masters"\n';

type HostCapabilities = Pick<ServerOptions, 'sandbox' | 'loadDescriptions'>;

/** The database to open, and the dialect of its data. */
export interface ClusterData {
  readonly database: string;
  /** Undefined: the dialect of the settings. */
  readonly dialect?: DialectName;
  /** Whether its code may not run yet, and no call may leave the browser. */
  readonly awaitsConsent?: boolean;
}
interface OpenCluster extends ClusterData {
  readonly server: Server;
  release(): Promise<void>;
}

/**
 * The open cluster of a worker. It is opened by the first request, never at the top level (a worker must start fast),
 * and held under an exclusive lock, so that an old worker and its successor never write concurrently.
 */
export class WorkerCluster {
  readonly #settings: URLSearchParams;
  readonly #capabilities: HostCapabilities;
  readonly #locate: () => Promise<ClusterData>;
  #opening: Promise<OpenCluster> | undefined;
  #isReleased = false;
  #wasAnswered = false;
  #begin: () => void = () => undefined;
  /** Resolves after the first answers, which controllers would delay. */
  readonly #answered = new Promise<void>((resolve) => {
    this.#begin = resolve;
  });

  /**
   * Replaces TLS: with the setting `client-certificate` (PEM, followed by its chain), every request counts as sent over
   * a connection with that client certificate.
   */
  readonly connection: ConnectionInfo;

  /**
   * @param settings flags of the API server and of controllers; `controllers` is a list as for `--controllers`, or `false` for none
   * @param capabilities what the worker does for the server
   * @param locate returns the data to open; called each time a cluster is opened
   */
  constructor(settings: URLSearchParams, capabilities: HostCapabilities, locate: () => Promise<ClusterData>) {
    this.#settings = settings;
    this.#locate = locate;
    const certificate = settings.get('client-certificate');
    this.connection = certificate ? { clientCertificates: [certificate] } : {};
    this.#capabilities = capabilities;
  }

  async open(): Promise<Pick<OpenCluster, 'server' | 'database'>> {
    this.#opening ??= this.#open();
    const opening = this.#opening;
    try {
      return await opening;
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined; // The next request retries.
      throw error;
    }
  }

  /** Lets controllers begin, once requests that arrived together with the answered one have been answered, too. */
  answered(): void {
    if (this.#wasAnswered) return;
    this.#wasAnswered = true;
    systemClock.after(CONTROLLERS_WAIT_MILLISECONDS, this.#begin);
  }

  /** Closes the open cluster. The next request opens the one that is current then. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    const opened = await opening?.catch(() => undefined); // A failed open needs no close.
    await opened?.release();
  }

  /** Ends every watch. Clients resume from the version that they saw last. */
  async closeStreams(): Promise<void> {
    (await this.#opening)?.server.closeStreams();
  }

  /** Whether the database was released to a successor. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Closes the database and releases it to the successor. */
  async release(): Promise<void> {
    this.#isReleased = true;
    await this.close();
  }

  async #open(): Promise<OpenCluster> {
    const { database, dialect, awaitsConsent } = await this.#locate();
    const unlock = await databaseLock(database);
    try {
      const given = Object.fromEntries([...this.#settings].filter(([flag]) => flag in DEFAULT_FLAGS));
      const controllers = this.#settings.get('controllers') ?? true;
      const chosen = chooseControllers(controllers !== 'false' && controllers);
      const [storage, traceLog] = await Promise.all([
        openDexieStorage({ name: database, firstRevision: FIRST_REVISION }),
        openTraceDatabase(database),
      ]);
      const flags = parseServerFlags({ 'token-auth-file': BROWSER_TOKENS, ...given, ...(dialect ? { dialect } : {}) });
      const clock = new ClusterClock(systemClock);
      const kubelets = new SimulatedKubelets();
      const { fetch: send, ...capabilities } = awaitsConsent
        ? { ...this.#capabilities, ...WITHOUT_CONSENT }
        : { fetch: (request: Request) => fetch(request), ...this.#capabilities };
      const server = await createServer({
        storage,
        clock,
        random: systemRandom,
        fetch: kubelets.inFrontOf(send),
        flags,
        ...capabilities,
        traceLog,
        leaseRenewSeconds: LEASE_RENEW_SECONDS,
      });
      const stopControllers = startControllers(server, flags.dialect, chosen, {
        clock,
        kubelets,
        mayBegin: this.#answered,
        stopped: await server.stoppedControllers(),
        flags: readControllerFlags(controllerFlagsAmong(Object.fromEntries(this.#settings))),
      });
      const release = async (): Promise<void> => {
        try {
          await stopControllers();
          await server.close();
          traceLog.close();
          await storage.close();
        } finally {
          unlock();
        }
      };
      return { server, database, release };
    } catch (error) {
      unlock();
      throw error;
    }
  }
}
