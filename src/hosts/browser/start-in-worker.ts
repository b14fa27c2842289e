import { errorText } from '../../api/error-text.ts';
import { isTypeError } from '../../api/realms.ts';
import type { SeedOutcome } from '../../embedding/cluster.ts';
import { forgetReload, reloadOnce } from '../page/reload-once.ts';
import { handedOver, PATIENCE } from '../page/take-control.ts';
import { INIT } from './register-worker.ts';
import { type CallWorker, VersionMismatch, WorkerSilent } from './worker-control.ts';

/** Attempts to start a cluster. The browser can stop a worker at any moment. */
const ATTEMPTS = 3;

/**
 * Starts a cluster in the worker, and returns the result of its seed. A worker of another version is updated first.
 * @throws VersionMismatch when the host has no worker of this page's version; Error with the reason when the cluster
 * could not be opened
 */
export async function startInWorker(
  registration: ServiceWorkerRegistration,
  call: CallWorker,
  options: object,
): Promise<SeedOutcome> {
  let seeded: SeedOutcome;
  try {
    seeded = await start(call, options);
  } catch (error) {
    if (!(error instanceof VersionMismatch)) throw error;
    const problem = await update(registration);
    seeded = await start(call, options).catch((second: unknown) => {
      throw second instanceof VersionMismatch ? new VersionMismatch(second.version, `${INIT}.${problem}`) : second;
    });
  }
  forgetReload();
  return seeded;
}

async function start(call: CallWorker, options: object): Promise<SeedOutcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await call('start', options)) as SeedOutcome;
    } catch (error) {
      if (error instanceof WorkerSilent) await reloadOnce();
      // The error of fetch when the worker was stopped before it answered.
      if (!isTypeError(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Makes the browser check for a newer worker, and waits until that one has taken over. Returns why the check failed.
 */
async function update(registration: ServiceWorkerRegistration): Promise<string> {
  const controlled = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  );
  try {
    await registration.update();
  } catch (error) {
    return ` The browser could not look for a newer worker: ${errorText(error)}`;
  }
  const newer = registration.installing ?? registration.waiting;
  await handedOver(newer);
  // The worker is active a moment before it controls this page.
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  if (newer?.state === 'activated') await Promise.race([controlled, patience]);
  return '';
}
