import type { ConnectionInfo } from '../authentication/authenticator.ts';
import type { Sandbox } from '../local-services/sandbox.ts';
import { createServer, type Server } from '../server/create-server.ts';
import { DEFAULT_FLAGS, parseServerFlags } from '../server/server-flags.ts';
import { openDexieStorage } from '../storage/dexie-storage.ts';
import { FIRST_REVISION, systemClock, systemRandom } from './platform.ts';
import { startControllers } from './start-controllers.ts';

/** The administrator's token in a browser: whoever opens the page owns the cluster in it. */
export const BROWSER_TOKENS = 'tabplane-admin,admin,admin,"system:masters"\n';

const DEFAULT_DATABASE = 'tabplane';

/**
 * The one cluster of a worker: opened by the first request, never at the top level (a worker must start fast), and held
 * under an exclusive lock, so that an old worker and its successor never write at once.
 */
export class WorkerCluster {
  readonly #settings: URLSearchParams;
  readonly #sandbox: Sandbox;
  #opening: Promise<{ server: Server; release: () => Promise<void> }> | undefined;
  #isReleased = false;

  /**
   * What stands in for TLS: with the setting `client-certificate` (PEM, its chain after it) every request counts as
   * coming over a connection on which that certificate was shown.
   */
  readonly connection: ConnectionInfo;

  /** `settings`: API server flags; `database`, the name of the database; `controllers`, `false` to do without. */
  constructor(settings: URLSearchParams, sandbox: Sandbox) {
    this.#settings = settings;
    const certificate = settings.get('client-certificate');
    this.connection = certificate ? { clientCertificates: [certificate] } : {};
    this.#sandbox = sandbox;
  }

  async server(): Promise<Server> {
    this.#opening ??= this.#open();
    try {
      return (await this.#opening).server;
    } catch (error) {
      this.#opening = undefined; // The next request tries again.
      throw error;
    }
  }

  /** Ends every watch; clients come back with the version that they saw last. */
  async closeStreams(): Promise<void> {
    (await this.#opening)?.server.closeStreams();
  }

  /** Whether a successor has been given the database. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Closes the database and lets the successor have it. */
  async release(): Promise<void> {
    this.#isReleased = true;
    const opened = await this.#opening;
    if (!opened) return;
    this.#opening = undefined;
    await opened.release();
  }

  async #open(): Promise<{ server: Server; release: () => Promise<void> }> {
    const name = this.#settings.get('database') ?? DEFAULT_DATABASE;
    const unlock = await exclusiveLock(`tabplane-database-${name}`);
    try {
      const given = Object.fromEntries([...this.#settings].filter(([flag]) => flag in DEFAULT_FLAGS));
      const storage = await openDexieStorage({ name, firstRevision: FIRST_REVISION });
      const flags = parseServerFlags({ 'token-auth-file': BROWSER_TOKENS, ...given });
      const server = await createServer({
        storage,
        clock: systemClock,
        random: systemRandom,
        fetch: (request) => fetch(request),
        flags,
        sandbox: this.#sandbox,
      });
      const controls = this.#settings.get('controllers') !== 'false';
      const stopControllers = controls ? startControllers(server, flags.dialect) : undefined;
      const release = async (): Promise<void> => {
        stopControllers?.();
        server.close();
        await storage.close();
        unlock();
      };
      return { server, release };
    } catch (error) {
      unlock();
      throw error;
    }
  }
}

/** Waits for a Web Lock; the lock is held until the returned function is called, or the worker dies. */
function exclusiveLock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const held = new Promise<void>((release) => {
      navigator.locks
        .request(name, () => {
          resolve(() => release());
          return held;
        })
        .catch(reject);
    });
  });
}
