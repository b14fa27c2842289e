import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServiceWorkerScope } from '../../../src/hosts/worker/service-worker-scope.ts';
import { WorkerHandover } from '../../../src/hosts/worker/worker-handover.ts';

/** A scope without `serviceWorker`, as in Firefox, with functions that dispatch its events. */
function scopeOfFirefox() {
  const newer = Object.assign(new EventTarget(), { state: 'installing' });
  const registration = Object.assign(new EventTarget(), {
    scope: 'https://host.example/',
    installing: newer,
    waiting: null,
  });
  const clients = { claim: async () => undefined, matchAll: async () => [], get: async () => undefined };
  const scope = Object.assign(new EventTarget(), { registration, clients, skipWaiting: async () => undefined });
  const closeStreams = vi.fn(async () => undefined);
  const handover = new WorkerHandover(scope as unknown as ServiceWorkerScope, {
    closeStreams,
    release: async () => undefined,
  });
  return {
    handover,
    closeStreams,
    /** The lifecycle of this worker. */
    dispatch: (type: 'install' | 'activate') =>
      scope.dispatchEvent(Object.assign(new Event(type), { waitUntil: () => undefined })),
    installNewer() {
      registration.dispatchEvent(new Event('updatefound'));
      newer.state = 'installed';
      newer.dispatchEvent(new Event('statechange'));
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a worker that cannot read its own state ends its streams for a newer worker', async () => {
  const { handover, closeStreams, installNewer } = scopeOfFirefox();
  expect(handover.isSuperseded()).toBe(false);
  installNewer();
  await vi.runAllTimersAsync();
  expect(closeStreams).toHaveBeenCalledOnce();
  expect(handover.isSuperseded()).toBe(true);
});

test('a worker that is being installed does not end its own streams', async () => {
  const { handover, closeStreams, dispatch, installNewer } = scopeOfFirefox();
  dispatch('install');
  installNewer();
  dispatch('activate');
  await vi.runAllTimersAsync();
  expect(closeStreams).not.toHaveBeenCalled();
  expect(handover.isSuperseded()).toBe(false);
});
