import { reportToConsole } from '../../api/environment.ts';
import { CLAIM } from '../page/worker-messages.ts';
import { onOwnMessage } from './own-messages.ts';
import type { ServiceWorkerScope } from './service-worker-scope.ts';

/**
 * Milliseconds between notifying pages of a newer worker, so that they hold their requests, and ending this worker's
 * streams.
 */
const NOTICE = 250;

/** Milliseconds after which a waiting worker asks again to take over. */
const ASK_AGAIN = 1000;

/** The clusters that a worker hands over to its successor. */
export interface HeldClusters {
  /** Ends every watch. Clients resume from the last version that they received. */
  closeStreams(): Promise<void>;
  /** Closes every database, so that the successor can open it. */
  release(): Promise<void>;
}

/** Takes over from an older worker, and hands over to a newer one. */
export class WorkerHandover {
  readonly #scope: ServiceWorkerScope;
  readonly #held: HeldClusters;
  /** Undefined until a newer worker waits for this one to end. */
  #notice: 'given' | 'over' | undefined;
  /** Whether this worker was installed, but not yet activated, since it was started. */
  #isInstalling = false;

  /** @param prepare resolves when this worker may take over; until then the older one continues undisturbed */
  constructor(scope: ServiceWorkerScope, held: HeldClusters, prepare: () => Promise<void> = async () => undefined) {
    this.#scope = scope;
    this.#held = held;
    const successors = new BroadcastChannel(`tabplane-worker ${scope.registration.scope}`);
    scope.addEventListener('install', (event) => {
      this.#isInstalling = true;
      event.waitUntil(this.#install(prepare));
    });
    scope.addEventListener('activate', (event) => {
      this.#isInstalling = false;
      successors.postMessage('release');
      event.waitUntil(scope.clients.claim());
    });
    scope.registration.addEventListener('updatefound', () => this.#expectSuccessor());
    successors.addEventListener('message', ({ data }) => {
      if (data === 'release') inBackground(held.release(), 'could not close the database');
    });
    onOwnMessage(scope, (event) => {
      // The message of a hard-reloaded page that asks to be controlled again.
      if (event.data === CLAIM) event.waitUntil(scope.clients.claim());
    });
  }

  /**
   * Reports whether a newer worker is waiting. If so, this one ends its streams and opens no new ones, because the
   * newer one waits until none are left.
   */
  isSuperseded(): boolean {
    // A request can arrive before the event that announces the newer worker, and this worker may have been started
    // after it.
    if (this.#scope.registration.waiting !== null) this.#giveNotice();
    return this.#notice === 'over' || this.#scope.serviceWorker?.state === 'redundant';
  }

  async #install(prepare: () => Promise<void>): Promise<void> {
    await prepare();
    const takeOver = (): void => inBackground(this.#scope.skipWaiting(), 'the service worker could not take over');
    takeOver();
    // Chromium drops the handover when a page sends a request just as the older worker is stopped, and restarts that
    // worker. Asking again makes it retry, but only once; until then pages hold their requests, see `patientFetch`.
    setTimeout(takeOver, ASK_AGAIN);
  }

  #expectSuccessor(): void {
    const newer = this.#scope.registration.installing;
    newer?.addEventListener('statechange', () => {
      // The newer worker may be this one, whose future streams must not be ended.
      if (newer.state === 'installed' && !this.#isInstalling) this.#giveNotice();
    });
  }

  #giveNotice(): void {
    if (this.#notice) return;
    this.#notice = 'given';
    setTimeout(() => {
      this.#notice = 'over';
      inBackground(this.#held.closeStreams(), 'could not end the watches');
    }, NOTICE);
  }
}

/** Reports failures of work that is not awaited. */
function inBackground(work: Promise<unknown>, failure: string): void {
  work.catch((error: unknown) => reportToConsole(failure, error));
}
