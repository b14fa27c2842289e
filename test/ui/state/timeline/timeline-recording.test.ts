import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { UserInfo } from '../../../../src/api/user-info.ts';
import { type ApiClient, createApiClient } from '../../../../src/client/api-client.ts';
import { systemClock } from '../../../../src/hosts/platform.ts';
import { createServer, type Server } from '../../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../../src/storage/memory-storage.ts';
import type { Storage } from '../../../../src/storage/storage.ts';
import { createPreflightClient } from '../../../../src/ui/state/access/preflight-client.ts';
import { createClusterClockStore } from '../../../../src/ui/state/stores/cluster-clock-store.ts';
import { createDiscoveryStore, firstDiscovery } from '../../../../src/ui/state/stores/discovery-store.ts';
import { createIdentityStore } from '../../../../src/ui/state/stores/identity-store.ts';
import { createTimeline, type Timeline } from '../../../../src/ui/state/timeline/timeline.ts';

const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
const SECRETS = { ...CONFIG_MAPS, resource: 'secrets' };
const named = (name: string, more: object = {}) => ({ metadata: { name }, ...more });

let storage: Storage;
let server: Server;
let closing: (() => void)[] = [];

/** Starts a worker with stored objects and without traces. */
async function startServer(clock = systemClock): Promise<void> {
  await server?.close();
  server = await createServer({
    storage,
    clock,
    random,
    fetch: () => Promise.reject(new TypeError('nothing is reachable from here')),
  });
}

const clientOf = (username: string): ApiClient => {
  const user: UserInfo = { username, groups: [username === 'admin' ? 'system:masters' : 'system:authenticated'] };
  return createApiClient({ fetch: (request) => server.fetch(request, { user }), baseUrl: 'http://localhost' });
};

const sessionOf = () => {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  };
};

/** Opens a page. `username`: its identity. */
function open({ username = 'admin', session = sessionOf(), settings = sessionOf() } = {}) {
  const sending = clientOf(username);
  const discovery = createDiscoveryStore(sending);
  const client = createPreflightClient(sending, {
    username: () => (username === 'admin' ? undefined : username),
    reviews: async () =>
      (await firstDiscovery(discovery))?.resources.find(({ resource }) => resource.startsWith('selfsubjectacc')),
    clock: systemClock,
  });
  const identity = createIdentityStore(sessionOf());
  const timeline = createTimeline({
    ...{ client, clock: systemClock, random, identity, discovery, settings, session },
    clusterClock: createClusterClockStore(client, systemClock),
  });
  closing.push(
    timeline.start(),
    timeline.store.subscribe(() => undefined),
  );
  void discovery.getState().refresh();
  return { timeline, identity, session, settings };
}

/** Events of the tests' objects as `type name author`, without config maps that the server writes. */
const told = ({ store }: Timeline) =>
  store
    .getState()
    .events.filter(({ resource }) => ['configmaps', 'secrets'].includes(resource.resource))
    .filter(({ object }) => object.metadata.namespace !== 'kube-system')
    .map(({ type, object: { metadata }, request }) => `${type} ${metadata.name} ${request?.user ?? '?'}`);

const eventsOf = (timeline: Timeline, name: string) =>
  timeline.store.getState().events.filter(({ object }) => object.metadata.name === name);

beforeEach(async () => {
  storage = await createMemoryStorage({ firstRevision: 100 });
  await startServer();
});
afterEach(async () => {
  for (const close of closing) close();
  closing = [];
  await server.close();
});

/** Changes before a page is open. */
async function history(): Promise<void> {
  const admin = clientOf('admin');
  await admin.create(CONFIG_MAPS, named('a', { data: { step: 'one' } }));
  await admin.patch({ ...CONFIG_MAPS, name: 'a' }, 'merge', { data: { step: 'two' } });
  await admin.delete({ ...CONFIG_MAPS, name: 'a' });
}
const HISTORY = ['ADDED a admin', 'MODIFIED a admin', 'DELETED a admin'];

/** Lets dora read the config maps of a namespace. */
async function letDoraRead(namespace: string): Promise<void> {
  const admin = clientOf('admin');
  const rbac = { group: 'rbac.authorization.cluster.io', version: 'v1', namespace };
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['*'] }];
  await admin.create({ ...rbac, resource: 'roles' }, named('maps', { rules }));
  const binding = {
    roleRef: { apiGroup: rbac.group, kind: 'Role', name: 'maps' },
    subjects: [{ apiGroup: rbac.group, kind: 'User', name: 'dora' }],
  };
  await admin.create({ ...rbac, resource: 'rolebindings' }, named('dora', binding));
}

describe('the timeline of the app', () => {
  test('begins with retained states, authors and times, including deletions', async () => {
    const before = Date.now();
    await history();
    const { timeline } = open();
    await expect.poll(() => told(timeline)).toEqual(HISTORY);
    const [, modified, deleted] = eventsOf(timeline, 'a');
    expect(modified?.previous).toMatchObject({ data: { step: 'one' } });
    expect(modified?.object).toMatchObject({ data: { step: 'two' } });
    expect(deleted).toMatchObject({ timeSource: 'request', request: { verb: 'delete' } });
    expect(deleted?.time).toBeGreaterThanOrEqual(before);
    expect(deleted?.time).toBeLessThanOrEqual(Date.now());
  });

  test('records live changes, each once', async () => {
    const { timeline } = open();
    await expect.poll(() => timeline.store.getState().recorded.size).toBeGreaterThan(3);
    await history();
    await expect.poll(() => told(timeline)).toEqual(HISTORY);
    const again = open();
    await expect.poll(() => told(again.timeline)).toEqual(HISTORY);
  });

  test('records the given namespaces when the identity may not watch all', async () => {
    const admin = clientOf('admin');
    await letDoraRead('default');
    const { timeline } = open({ username: 'dora' });
    const errors = () => [...timeline.store.getState().errors.keys()];
    await expect.poll(errors).toContain('/configmaps');
    timeline.include([], ['default']);
    await expect.poll(errors).not.toContain('/configmaps');
    await history();
    await expect.poll(() => told(timeline)).toEqual(['ADDED a ?', 'MODIFIED a ?', 'DELETED a ?']);
    timeline.include([CONFIG_MAPS], ['default']);
    await admin.create(CONFIG_MAPS, named('b'));
    await expect.poll(() => told(timeline)).toContain('ADDED b ?');
    expect(errors()).not.toContain('/configmaps');
  });

  test('records the eight namespaces that were given last, and replays the changes of a former one', async () => {
    const admin = clientOf('admin');
    const namespaces = ['default', ...Array.from({ length: 8 }, (_, index) => `shop-${index}`)];
    const create = (namespace: string, name: string) => admin.create({ ...CONFIG_MAPS, namespace }, named(name));
    for (const namespace of namespaces.slice(1))
      await admin.create({ group: '', version: 'v1', resource: 'namespaces' }, named(namespace));
    for (const namespace of namespaces) await letDoraRead(namespace);
    const { timeline } = open({ username: 'dora' });
    timeline.include([], ['default']);
    await create('default', 'first');
    await expect.poll(() => told(timeline)).toEqual(['ADDED first ?']);
    for (const namespace of namespaces.slice(1)) timeline.include([], [namespace]);
    await create('default', 'missed');
    for (const namespace of namespaces.slice(1)) await create(namespace, `in-${namespace}`);
    const later = namespaces.slice(1).map((namespace) => `ADDED in-${namespace} ?`);
    await expect.poll(() => told(timeline)).toEqual(['ADDED first ?', ...later]);
    timeline.include([], ['default']);
    await expect.poll(() => told(timeline)).toEqual(['ADDED first ?', 'ADDED missed ?', ...later]);
  });

  test('records a kind once a request changes it, and on later visits', async () => {
    const { timeline, settings } = open();
    await clientOf('admin').create(SECRETS, named('s'));
    await expect.poll(() => told(timeline)).toEqual(['ADDED s admin']);
    await startServer(); // The new server has no traces.
    const next = open({ settings });
    await expect.poll(() => told(next.timeline)).toEqual(['ADDED s ?']);
  });

  test('keeps authors across a reload after a killed worker', async () => {
    const { timeline, session } = open();
    await history();
    await expect.poll(() => told(timeline)).toEqual(HISTORY);
    timeline.save();
    await startServer();
    const next = open({ session });
    await expect.poll(() => next.timeline.store.getState().recorded.size).toBeGreaterThan(3);
    await expect.poll(() => told(next.timeline)).toEqual(HISTORY);
    expect(eventsOf(next.timeline, 'a')[1]?.previous).toMatchObject({ data: { step: 'one' } });
  });

  test('has no events of another cluster at the same address', async () => {
    const { timeline, session } = open();
    await history();
    await expect.poll(() => told(timeline)).toEqual(HISTORY);
    timeline.save();
    storage = await createMemoryStorage({ firstRevision: 100 });
    await startServer();
    await clientOf('admin').create(CONFIG_MAPS, named('other'));
    const next = open({ session });
    await expect.poll(() => told(next.timeline)).toEqual(['ADDED other admin']);
  });

  test('uses object timestamps without traces, and marks the time of a deletion as an estimate', async () => {
    const now = Date.now();
    // The timestamp of a change has seconds: one in the next second would tell its time.
    await startServer({ ...systemClock, now: () => now });
    await history();
    await startServer();
    const { timeline } = open();
    await expect.poll(() => told(timeline)).toHaveLength(3);
    const [added, modified, deleted] = eventsOf(timeline, 'a');
    expect([added, modified, deleted].map((event) => event?.timeSource)).toEqual(['object', 'estimate', 'estimate']);
    expect(added?.time).toBe(Date.parse(added?.object.metadata.creationTimestamp ?? ''));
    expect(deleted?.request).toBeUndefined();
  });

  test('shows changes known only from traces', async () => {
    await history();
    await storage.compact(await storage.revision());
    await clientOf('admin').create(CONFIG_MAPS, named('b'));
    const { timeline } = open();
    await expect.poll(() => told(timeline)).toEqual([...HISTORY, 'ADDED b admin']);
    expect(eventsOf(timeline, 'a').every(({ isStateless }) => isStateless)).toBe(true);
    expect(eventsOf(timeline, 'b')[0]?.isStateless).toBeUndefined();
  });

  test('reports kinds that the identity cannot read, and records the others', async () => {
    const admin = clientOf('admin');
    const rbac = { group: 'rbac.authorization.cluster.io', version: 'v1' };
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }];
    await admin.create({ ...rbac, resource: 'clusterroles' }, named('reader', { rules }));
    await admin.create(
      { ...rbac, resource: 'clusterrolebindings' },
      named('ann', {
        roleRef: { apiGroup: rbac.group, kind: 'ClusterRole', name: 'reader' },
        subjects: [{ apiGroup: rbac.group, kind: 'User', name: 'ann' }],
      }),
    );
    await history();
    const { timeline } = open({ username: 'ann' });
    await expect.poll(() => told(timeline)).toEqual(['ADDED a ?', 'MODIFIED a ?', 'DELETED a ?']);
    const { errors, recorded } = timeline.store.getState();
    expect([...recorded.keys()]).toEqual(['/configmaps']);
    expect(errors.has('/pods')).toBe(true);
  });

  test('clears all events when the identity changes', async () => {
    await history();
    const { timeline, identity } = open();
    await expect.poll(() => told(timeline)).toEqual(HISTORY);
    identity.getState().switchTo({ type: 'user', name: 'ann', groups: [] });
    expect(timeline.store.getState().events).toEqual([]);
  });
});
