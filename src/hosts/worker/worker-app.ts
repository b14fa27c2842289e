import { errorText } from '../../api/error-text.ts';
import { StoredApp } from '../app-files.ts';
import type { AppAnswer, AppQuestion } from '../app-messages.ts';
import { systemClock } from '../platform.ts';
import type { ServiceWorkerScope, WorkerFetchEvent, WorkerMessageEvent } from './service-worker-scope.ts';

/** The hash of the list of the app's files; undefined in development. */
declare const APP_VERSION: string | undefined;

/** The app's part of a service worker: it stores the app's files and serves them to pages. */
export interface WorkerApp {
  /** Resolves when the worker may take over from an earlier one. */
  prepareTakeover(): Promise<void>;
  /** Responds to a page that asks whether the app is stored. */
  handleMessage(event: WorkerMessageEvent): void;
  /** Answers a request for a file or a view on the worker's origin. */
  handleFetch(event: WorkerFetchEvent): void;
  /** Returns a file whose name has a hash. @throws TypeError when it is neither stored nor served by the host */
  read(path: string, integrity: string): Promise<Response>;
}

export function workerApp(scope: ServiceWorkerScope): WorkerApp {
  // Nothing is stored in development, nor in a narrower scope, which may contain pages of another app.
  const isForApp = scope.registration.scope === new URL('./', scope.location.href).href;
  if (typeof APP_VERSION === 'undefined' || !isForApp) return NO_APP;
  const app = new StoredApp(APP_VERSION, { caches, fetch: (path, init) => fetch(path, init), clock: systemClock });
  return {
    /**
     * If another version is stored, this one takes over only once it is also stored completely. On a first visit, the
     * page does not wait for that: it requests the download after it is drawn.
     */
    async prepareTakeover() {
      if (await app.hasOtherVersion()) await app.store();
    },
    handleMessage(event) {
      const [port] = event.ports;
      if (!port || !isAppQuestion(event.data)) return;
      event.waitUntil(answerPage(scope, app, event.data).then((answer) => port.postMessage(answer)));
    },
    handleFetch(event) {
      if (event.request.method === 'GET') event.respondWith(answerFromStored(app, event.request));
    },
    read: (path, integrity) => app.read(path, integrity),
  };
}

const NO_APP: WorkerApp = {
  prepareTakeover: () => Promise.resolve(),
  handleMessage({ data, ports: [port] }) {
    if (isAppQuestion(data)) port?.postMessage({ phase: 'unavailable' } satisfies AppAnswer);
  },
  handleFetch: () => undefined,
  read: (path, integrity) => fetch(path, { integrity }),
};

const isAppQuestion = (data: unknown): data is AppQuestion =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'app';

async function answerPage(scope: ServiceWorkerScope, app: StoredApp, { action }: AppQuestion): Promise<AppAnswer> {
  const { version } = app;
  const isNewest = (): boolean => !scope.registration.installing && !scope.registration.waiting;
  try {
    if (action === 'report') return { phase: (await app.isStored()) ? 'stored' : 'missing', version };
    await app.store();
    // The sender was just loaded from this version; other pages may come from an earlier one.
    const pages = await scope.clients.matchAll({ type: 'window' });
    await app.removeOthers({ keepsLatest: pages.length > 1, isNewest });
    return { phase: 'stored', version };
  } catch (error) {
    return { phase: 'failed', version, reason: errorText(error) };
  }
}

/** Falls back to the network for files that are not stored. */
async function answerFromStored(app: StoredApp, request: Request): Promise<Response> {
  const stored = await app.match(request).catch(() => undefined);
  return stored ?? fetch(request);
}
