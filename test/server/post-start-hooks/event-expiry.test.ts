import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClusterClock } from '../../../src/api/cluster-clock.ts';
import type { Event } from '../../../src/api/kinds/core-v1.generated.ts';
import { createApiClient } from '../../../src/client/api-client.ts';
import { systemClock } from '../../../src/hosts/platform.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { FlagError } from '../../../src/server/flags/server-flags.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { ADMIN } from '../whole-server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const EVENTS = { group: '', version: 'v1', resource: 'events', namespace: 'default' };

let storage: Storage;
let clock: ClusterClock;
let server: Server | undefined;

beforeEach(async () => {
  storage = await createMemoryStorage({ firstRevision: 300 });
  await open();
});
afterEach(() => server?.close());

async function open(eventTtl?: string): Promise<void> {
  await server?.close();
  clock = new ClusterClock(systemClock);
  server = await createServer({
    storage,
    clock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new TypeError('nothing is reachable from here')),
    flags: { dialect: 'kubernetes', ...(eventTtl === undefined ? {} : { 'event-ttl': eventTtl }) },
  });
  clock.setRate(0);
}

const client = createApiClient({
  fetch: (request) => (server as Server).fetch(request, { user: ADMIN }),
  baseUrl: 'http://localhost',
});

const pass = (milliseconds: number): Promise<void> => clock.advanceTo(clock.now() + milliseconds);

const create = (name: string): Promise<unknown> =>
  client.create(EVENTS, {
    metadata: { name },
    involvedObject: { kind: 'Pod', namespace: 'default', name: 'web' },
    reason: 'Tested',
  });

const names = async (address = EVENTS): Promise<(string | undefined)[]> =>
  (await client.list<Event>(address)).items.map(({ metadata }) => metadata.name);

test('an event is deleted an hour after it was written, or a minute later together with others', async () => {
  await create('first');
  await pass(MINUTE / 2);
  await create('second');
  await pass(HOUR - MINUTE);
  expect(await names()).toEqual(['first', 'second']);
  await pass(2 * MINUTE);
  expect(await names()).toEqual([]);
});

test('an update renews the lifetime of an event', async () => {
  await create('first');
  await create('second');
  await pass(HOUR / 2);
  await client.patch({ ...EVENTS, name: 'first' }, 'merge', { count: 2 });
  await pass(HOUR / 2 + 2 * MINUTE);
  expect(await names()).toEqual(['first']);
  await pass(HOUR / 2);
  expect(await names()).toEqual([]);
});

test('events of the events group expire', async () => {
  const address = { ...EVENTS, group: 'events.k8s.io' };
  await client.create(address, {
    metadata: { name: 'series' },
    eventTime: new Date(clock.now()).toISOString().replace('Z', '000Z'),
    ...{ reportingController: 'test', reportingInstance: 'test', action: 'Testing', reason: 'Tested', type: 'Normal' },
    regarding: { kind: 'Pod', namespace: 'default', name: 'web' },
  });
  await pass(HOUR + 2 * MINUTE);
  expect(await names(address)).toEqual([]);
});

test('events from before the start expire an hour after their last write', async () => {
  await create('first');
  await pass(40 * MINUTE);
  await create('second');
  const reached = clock.now();
  await open();
  await clock.advanceTo(reached + 25 * MINUTE);
  expect(await names()).toEqual(['second']);
  await pass(40 * MINUTE);
  expect(await names()).toEqual([]);
});

test('a watch receives the deletion of an expired event', async () => {
  await create('first');
  const watch = new AbortController();
  const { metadata } = await client.get<Event>({ ...EVENTS, name: 'first' });
  const watched = client.watch<Event>(EVENTS, {
    resourceVersion: metadata.resourceVersion ?? '',
    signal: watch.signal,
  });
  const next = watched[Symbol.asyncIterator]().next();
  await pass(HOUR + 2 * MINUTE);
  expect((await next).value).toMatchObject({ type: 'DELETED', object: { metadata: { name: 'first' } } });
  watch.abort();
});

test('--event-ttl sets the lifetime of events, and zero keeps them', async () => {
  await open('5m');
  await create('short');
  await pass(6 * MINUTE);
  expect(await names()).toEqual([]);
  await open('0s');
  await create('kept');
  await pass(2 * HOUR);
  expect(await names()).toEqual(['kept']);
  await expect(open('soon')).rejects.toThrow(new FlagError('--event-ttl takes a duration like 5m0s, not soon'));
  server = undefined;
});
