import { expect, test, vi } from 'vitest';
import type { WriteCause } from '../../src/api/debug/causes.ts';
import type { Clock } from '../../src/api/environment.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { createApiClient, type DeleteOptions } from '../../src/client/api-client.ts';
import { ApiError } from '../../src/client/api-error.ts';
import { Informer } from '../../src/client/informer.ts';
import type { WatchEvent } from '../../src/client/read-watch-events.ts';
import type { Requeue } from '../../src/client/work-queue.ts';
import { Reconciler } from '../../src/controllers/reconciler.ts';
import { configMap, noRandom } from '../client/scripted-server.ts';
import { ManualClock } from '../helpers/manual-clock.ts';

const client = createApiClient({
  baseUrl: 'http://localhost',
  fetch: () => Promise.reject(new TypeError('nothing is reachable from here')),
});

/** Returns an informer of an empty collection. Its list waits for `isListed`, and `send` delivers watch events. */
function openInformer(clock: ManualClock, isListed = Promise.resolve()) {
  const events = new TransformStream<WatchEvent<ApiObject>, WatchEvent<ApiObject>>({}, { highWaterMark: 100 });
  const writer = events.writable.getWriter();
  const source = {
    list: async () => {
      await isListed;
      return { items: [], resourceVersion: '1' };
    },
    async *watch(_: string, signal: AbortSignal) {
      signal.addEventListener('abort', () => void writer.close());
      yield* events.readable as unknown as AsyncIterable<WatchEvent<ApiObject>>;
    },
    resourceVersionOf: ({ metadata }: ApiObject) => metadata.resourceVersion,
  };
  const send = async (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: ApiObject) => {
    await writer.write({ type, object });
    await clock.advance(0);
  };
  return { informer: new Informer<ApiObject>({ source, clock, random: noRandom, resource: 'configmaps' }), send };
}

/** Starts a reconciler over an empty collection. */
function start(reconcile: (object: ApiObject) => Promise<Requeue | undefined>) {
  const clock = new ManualClock();
  const abort = new AbortController();
  const reportProblem = vi.fn();
  const { informer, send } = openInformer(clock);
  const reconciler = new Reconciler<ApiObject>({
    ...{ name: 'test-controller', client, informer, clock, random: noRandom, reportProblem, reconcile },
  });
  const running = reconciler.run(abort.signal);
  const stop = (): Promise<void> => {
    abort.abort();
    return running;
  };
  return { clock, send, stop, reportProblem };
}

async function updateTenTimes(send: ReturnType<typeof start>['send']) {
  await send('ADDED', configMap('a', 2));
  for (let version = 3; version < 12; version++) await send('MODIFIED', configMap('a', version));
}

test('Ten updates of a failing object leave one retry, which is cancelled when the controller stops', async () => {
  const reconcile = vi.fn(() => Promise.reject(new Error('not today')));
  const { clock, send, stop } = start(reconcile);
  await updateTenTimes(send);
  expect(reconcile).toHaveBeenCalledTimes(10);
  expect(clock.waiting).toBe(1);
  await clock.advance(30_000);
  expect(reconcile).toHaveBeenCalledTimes(11);
  expect(clock.waiting).toBe(1);
  await stop();
  expect(clock.waiting).toBe(0);
});

test('A deleted object is not retried', async () => {
  const { clock, send } = start(async () => ({}));
  await send('ADDED', configMap('a', 2));
  expect(clock.waiting).toBe(1);
  await send('DELETED', configMap('a', 3));
  expect(clock.waiting).toBe(0);
});

test('A success ends the retries', async () => {
  let isDone = false;
  const { clock, send } = start(async () => (isDone ? undefined : {}));
  await updateTenTimes(send);
  isDone = true;
  await clock.advance(30_000);
  expect(clock.waiting).toBe(0);
});

test('An unexpected error is reported, and an API error is not', async () => {
  const errors = [
    new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 409 }),
    new TypeError('oops'),
  ];
  const { clock, send, reportProblem } = start(() => Promise.reject(errors.shift()));
  await send('ADDED', configMap('a', 2));
  expect(reportProblem).not.toHaveBeenCalled();
  await clock.advance(200);
  expect(reportProblem).toHaveBeenCalledWith(
    'test-controller: reconciling default/a failed',
    expect.objectContaining({ message: 'oops' }),
  );
});

test('A stopping reconciler waits for the running call', async () => {
  let end: () => void = () => undefined;
  const { clock, send, stop } = start(() => new Promise((resolve) => (end = () => resolve(undefined))));
  await send('ADDED', configMap('a', 2));
  const isStopped = vi.fn();
  void stop().then(isStopped);
  await clock.advance(1000);
  expect(isStopped).not.toHaveBeenCalled();
  end();
  await clock.advance(0);
  expect(isStopped).toHaveBeenCalledOnce();
});

test('Objects are reconciled after all informers have synced, and when a watched object refers to them', async () => {
  const clock = new ManualClock();
  let finishList: () => void = () => undefined;
  const objects = openInformer(clock);
  const others = openInformer(clock, new Promise((resolve) => (finishList = resolve)));
  const seen: string[] = [];
  const reconciler = new Reconciler<ApiObject>({
    ...{ name: 'test-controller', client, informer: objects.informer, clock, random: noRandom, reportProblem: vi.fn() },
    async reconcile({ metadata }) {
      seen.push(metadata.name ?? '');
      return undefined;
    },
  });
  reconciler.watch(others.informer, ({ metadata }) => [`default/${metadata.labels?.for}`]);
  void reconciler.run(new AbortController().signal);
  await objects.send('ADDED', configMap('a', 2));
  await objects.send('ADDED', configMap('b', 3));
  expect(seen).toEqual([]);
  finishList();
  await clock.advance(0);
  expect(seen).toEqual(['a', 'b']);
  const other = (version: number, name: string): ApiObject => {
    const object = configMap('other', version);
    return { ...object, metadata: { ...object.metadata, labels: { for: name } } };
  };
  await others.send('ADDED', other(4, 'b'));
  expect(seen.slice(2)).toEqual(['b']);
  await others.send('MODIFIED', other(5, 'a'));
  expect(seen.slice(3)).toEqual(['b', 'a']);
  await others.send('DELETED', other(6, 'a'));
  expect(seen.slice(5)).toEqual(['a']);
});

test('A dependency delays calls until it has synced, and its changes cause no calls', async () => {
  const clock = new ManualClock();
  let finishList: () => void = () => undefined;
  const objects = openInformer(clock);
  const others = openInformer(clock, new Promise((resolve) => (finishList = resolve)));
  const reconcile = vi.fn(async () => undefined);
  const reconciler = new Reconciler<ApiObject>({
    ...{
      name: 'test-controller',
      client,
      informer: objects.informer,
      clock,
      random: noRandom,
      reportProblem: vi.fn(),
      reconcile,
    },
  });
  reconciler.dependOn(others.informer);
  void reconciler.run(new AbortController().signal);
  await objects.send('ADDED', configMap('a', 2));
  expect(reconcile).not.toHaveBeenCalled();
  finishList();
  await clock.advance(0);
  await others.send('ADDED', configMap('other', 3));
  expect(reconcile).toHaveBeenCalledOnce();
});

test('Updates of watched objects can be ignored, and deleted objects are cleaned up', async () => {
  const clock = new ManualClock();
  const objects = openInformer(clock);
  const others = openInformer(clock);
  const seen: string[] = [];
  const reconciler = new Reconciler<ApiObject>({
    ...{ name: 'test-controller', client, informer: objects.informer, clock, random: noRandom, reportProblem: vi.fn() },
    async reconcile({ metadata }) {
      seen.push(`reconcile ${metadata.name}`);
      return undefined;
    },
    async removed(key) {
      seen.push(`remove ${key}`);
    },
  });
  const isRelevant = ({ metadata }: ApiObject): boolean => metadata.labels?.relevant === 'true';
  reconciler.watch(others.informer, () => ['default/a'], { affects: isRelevant });
  void reconciler.run(new AbortController().signal);
  await objects.send('ADDED', configMap('a', 2));
  await others.send('ADDED', configMap('other', 3));
  await others.send('MODIFIED', configMap('other', 4));
  const relevant = configMap('other', 5);
  await others.send('MODIFIED', { ...relevant, metadata: { ...relevant.metadata, labels: { relevant: 'true' } } });
  await objects.send('DELETED', configMap('a', 6));
  expect(seen).toEqual(['reconcile a', 'reconcile a', 'reconcile a', 'remove default/a']);
});

test('Changes that arrive together cause one call with the latest state', async () => {
  const reconcile = vi.fn(async (_: ApiObject) => undefined);
  const { send, stop } = start(reconcile);
  const updates = Array.from({ length: 11 }, (_, index) =>
    send(index ? 'MODIFIED' : 'ADDED', configMap('a', index + 2)),
  );
  await Promise.all(updates);
  expect(reconcile.mock.calls.map(([{ metadata }]) => metadata.resourceVersion)).toEqual(['12']);
  await stop();
});

test('A single update is reconciled after one turn of the event loop', async () => {
  const clock = new ManualClock();
  const { informer, send } = openInformer(clock);
  const seen: (string | undefined)[] = [];
  let turns = 0;
  const counted: Clock = {
    now: () => clock.now(),
    after: (milliseconds, turn) => {
      turns += 1;
      return clock.after(milliseconds, turn);
    },
  };
  const reconciler = new Reconciler<ApiObject>({
    ...{ name: 'test-controller', client, informer, clock: counted, random: noRandom, reportProblem: vi.fn() },
    async reconcile({ metadata }) {
      seen.push(`${metadata.resourceVersion} in turn ${turns}`);
      return undefined;
    },
  });
  void reconciler.run(new AbortController().signal);
  await send('ADDED', configMap('a', 2));
  await send('MODIFIED', configMap('a', 3));
  expect(seen).toEqual(['2 in turn 1', '3 in turn 2']);
});

test('Only selected objects are reconciled', async () => {
  const clock = new ManualClock();
  const { informer, send } = openInformer(clock);
  const reconcile = vi.fn(async () => undefined);
  const reconciler = new Reconciler<ApiObject>({
    ...{ name: 'test-controller', client, informer, clock, random: noRandom, reportProblem: vi.fn(), reconcile },
    selects: ({ metadata }) => metadata.name === 'a',
  });
  void reconciler.run(new AbortController().signal);
  await send('ADDED', configMap('a', 2));
  await send('ADDED', configMap('b', 3));
  expect(reconcile).toHaveBeenCalledOnce();
});

test('Changes of another collection can be batched with a delay', async () => {
  const clock = new ManualClock();
  const abort = new AbortController();
  const [own, other] = [openInformer(clock), openInformer(clock)];
  const reconcile = vi.fn(async () => undefined);
  const reconciler = new Reconciler<ApiObject>({
    ...{
      name: 'test-controller',
      client,
      informer: own.informer,
      clock,
      random: noRandom,
      reportProblem: vi.fn(),
      reconcile,
    },
  });
  reconciler.watch(other.informer, () => ['default/a'], { delay: 500 });
  const running = reconciler.run(abort.signal);
  await own.send('ADDED', configMap('a', 2));
  expect(reconcile).toHaveBeenCalledTimes(1);
  await other.send('ADDED', configMap('b', 3));
  await clock.advance(400);
  await other.send('MODIFIED', configMap('b', 4));
  expect(reconcile).toHaveBeenCalledTimes(1);
  await clock.advance(100);
  expect(reconcile).toHaveBeenCalledTimes(2);
  await clock.advance(1000);
  expect(reconcile).toHaveBeenCalledTimes(2);
  abort.abort();
  await running;
});

test('The writes of a call state the changes of all followed collections that led to it', async () => {
  const clock = new ManualClock();
  const [objects, others] = [openInformer(clock), openInformer(clock)];
  const causes: (WriteCause | undefined)[] = [];
  const causing = {
    ...client,
    async delete(_address: object, options: DeleteOptions = {}) {
      causes.push(options.cause);
      return configMap('a', 4);
    },
  };
  const reconciler = new Reconciler<ApiObject>({
    ...{ name: 'test-controller', client: causing, clock, random: noRandom, reportProblem: vi.fn() },
    informer: objects.informer,
    reconcile: async (_object, caused) => {
      await caused.delete({ group: '', version: 'v1', resource: 'configmaps' });
      return undefined;
    },
  });
  reconciler.watch(others.informer, ({ metadata }) => [`default/${metadata.labels?.for}`]);
  const abort = new AbortController();
  const running = reconciler.run(abort.signal);
  await objects.send('ADDED', configMap('a', 2));
  const other = configMap('b', 3);
  await others.send('ADDED', { ...other, metadata: { ...other.metadata, labels: { for: 'a' } } });
  await clock.advance(0);

  const reason = { type: 'change', resource: 'configmaps', namespace: 'default' };
  expect(causes).toEqual([
    { component: 'test-controller', reasons: [{ ...reason, name: 'a', revision: '2' }] },
    { component: 'test-controller', reasons: [{ ...reason, name: 'b', revision: '3' }] },
  ]);
  abort.abort();
  await running;
});
