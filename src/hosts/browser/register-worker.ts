import { errorText } from '../../api/error-text.ts';
import { handedOver, takeControl, unavailableText } from '../page/take-control.ts';

/** The advice for a worker that is missing or of another version. */
export const INIT = 'Run "npx tabplane init public/", where public/ is the folder of your static files';

/** The location of a worker's script, and the pages that it controls. */
export interface WorkerPlace {
  readonly script: URL;
  readonly scope: URL;
}

/** Returns the place of a worker. Without a scope, it controls the pages in the folder of its script. */
export function workerPlace(script: string, scope: string | undefined, page: string): WorkerPlace {
  const at = new URL(script, page);
  return { script: at, scope: new URL(scope ?? './', scope === undefined ? at : page) };
}

/**
 * Registers the worker and waits until it controls this page.
 * @throws Error that says what is missing and what to do
 */
export async function registerWorker({ script, scope }: WorkerPlace): Promise<ServiceWorkerRegistration> {
  if (!('serviceWorker' in navigator)) throw new Error(unavailableText());
  if (!location.href.startsWith(scope.href))
    throw new Error(
      `The worker ${script.pathname} controls only pages below ${scope.pathname}, and this page is ${location.pathname}. ` +
        'Put the worker into a folder above the page, and name it: startCluster({ worker: "/tabplane-worker.js" })',
    );
  const options = { scope: scope.href, updateViaCache: 'none' } as const;
  const registration = await navigator.serviceWorker.register(script, options).catch(async (error: unknown) => {
    throw new Error(await reasonOf(error, script, scope));
  });
  // A worker at another URL had this scope before.
  if (registration.active?.scriptURL !== script.href) await handedOver(registration.waiting ?? registration.installing);
  await takeControl(registration);
  return registration;
}

/** Returns why a worker could not be registered. Browsers report only that it failed. */
async function reasonOf(error: unknown, script: URL, scope: URL): Promise<string> {
  const response = await fetch(script, { cache: 'no-store' }).catch(() => undefined);
  const path = script.pathname;
  if (!response) return `The worker ${path} could not be loaded, because ${script.host} does not answer.`;
  if (!response.ok) return `There is no worker at ${path} (status ${response.status}). ${INIT}.`;
  const type = response.headers.get('content-type') ?? 'no type';
  if (!/javascript|ecmascript/.test(type))
    return `The host answers ${path} with ${type} instead of a script, as hosts do for addresses that they do not know. ${INIT}.`;
  return `The worker ${path} could not be registered for the pages below ${scope.pathname}: ${errorText(error)}`;
}
