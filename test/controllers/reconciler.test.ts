import { afterEach, expect, test, vi } from 'vitest';
import type { ApiObject } from '../../src/api/object.ts';
import { Informer } from '../../src/client/informer.ts';
import type { WatchEvent } from '../../src/client/read-watch-events.ts';
import { startReconciler } from '../../src/controllers/reconciler.ts';
import { configMap, noRandom } from '../client/scripted-server.ts';
import { ManualClock } from '../manual-clock.ts';

afterEach(() => void vi.restoreAllMocks());

/** A reconciler over an empty collection, whose changes the test sends. */
function start(reconcile: (object: ApiObject) => Promise<boolean>) {
  const clock = new ManualClock();
  const abort = new AbortController();
  const events = new TransformStream<WatchEvent<ApiObject>, WatchEvent<ApiObject>>({}, { highWaterMark: 100 });
  const writer = events.writable.getWriter();
  const source = {
    list: async () => ({ items: [], resourceVersion: '1' }),
    watch: () => events.readable as unknown as AsyncIterable<WatchEvent<ApiObject>>,
    resourceVersionOf: ({ metadata }: ApiObject) => metadata.resourceVersion,
  };
  const informer = new Informer<ApiObject>({ source, clock, random: noRandom });
  startReconciler({ informer, clock, random: noRandom, signal: abort.signal, reconcile });
  const send = async (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: ApiObject) => {
    await writer.write({ type, object });
    await clock.advance(0);
  };
  return { clock, send, stop: () => abort.abort() };
}

async function updateTenTimes(send: ReturnType<typeof start>['send']) {
  await send('ADDED', configMap('a', 2));
  for (let version = 3; version < 12; version++) await send('MODIFIED', configMap('a', version));
}

test('Ten updates of an object that fails leave one retry, which stops with the controller', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const reconcile = vi.fn(() => Promise.reject(new Error('not today')));
  const { clock, send, stop } = start(reconcile);
  await updateTenTimes(send);
  expect(reconcile).toHaveBeenCalledTimes(10);
  expect(clock.waiting).toBe(1);
  await clock.advance(30_000);
  expect(reconcile).toHaveBeenCalledTimes(11);
  expect(clock.waiting).toBe(1);
  stop();
  expect(clock.waiting).toBe(0);
});

test('An object that is deleted is not retried', async () => {
  const { clock, send } = start(async () => true);
  await send('ADDED', configMap('a', 2));
  expect(clock.waiting).toBe(1);
  await send('DELETED', configMap('a', 3));
  expect(clock.waiting).toBe(0);
});

test('A success ends the retries', async () => {
  let isDone = false;
  const { clock, send } = start(async () => !isDone);
  await updateTenTimes(send);
  isDone = true;
  await clock.advance(30_000);
  expect(clock.waiting).toBe(0);
});

test('A defect is reported', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { send } = start(() => Promise.reject(new TypeError('no such member')));
  await send('ADDED', configMap('a', 2));
  expect(reported).toHaveBeenCalledWith(
    'tabplane: reconciling ConfigMap default/a failed:',
    expect.objectContaining({ message: 'no such member' }),
  );
});
