import { expect, test } from 'vitest';
import { type MomentList, momentPath } from '../../src/api/debug/moments.ts';
import type { ApiObject } from '../../src/api/object.ts';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { createWholeServer } from './whole-server.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const MOMENTS = '/apis/debug.tabplane.dev/v1alpha1/moments';
const ALICE = { username: 'alice', groups: ['system:authenticated'] };

const revisionOf = async (response: Response): Promise<string> => {
  expect(response.status).toBeLessThan(300);
  return ((await response.json()) as ApiObject).metadata.resourceVersion ?? '';
};

/** A cluster in which a config map was created, changed and deleted, and the revisions after the first two. */
async function changedCluster(options: Partial<ServerOptions> = {}) {
  const cluster = await createWholeServer(options);
  const { post, send } = cluster;
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'greeting' } };
  const created = await revisionOf(await post(CONFIG_MAPS, { ...body, data: { text: 'hello' } }));
  const changed = await revisionOf(
    await send('PUT', `${CONFIG_MAPS}/greeting`, {
      body: JSON.stringify({ ...body, data: { text: 'goodbye' } }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  await send('DELETE', `${CONFIG_MAPS}/greeting`);
  const at = (revision: string, path: string) => cluster.get(momentPath(revision) + path);
  return { ...cluster, at, created, changed };
}

test('a get at a revision returns the object of then, although it was changed and deleted', async () => {
  const { at, get, created, changed } = await changedCluster();
  expect((await get(`${CONFIG_MAPS}/greeting`)).status).toBe(404);
  expect(await (await at(created, `${CONFIG_MAPS}/greeting`)).json()).toMatchObject({ data: { text: 'hello' } });
  expect(await (await at(changed, `${CONFIG_MAPS}/greeting`)).json()).toMatchObject({ data: { text: 'goodbye' } });
});

test('a list, and a table, at a revision are the collection of then', async () => {
  const { at, get, created } = await changedCluster();
  const list = (await (await at(created, `${CONFIG_MAPS}?fieldSelector=metadata.name=greeting`)).json()) as {
    metadata: { resourceVersion: string };
    items: ApiObject[];
  };
  expect(list.items.map(({ metadata }) => metadata.name)).toEqual(['greeting']);
  expect(list.metadata.resourceVersion).toBe(created);
  const accept = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
  const table = (await (await get(momentPath(created) + CONFIG_MAPS, accept)).json()) as {
    rows: { cells: unknown[] }[];
  };
  // The age in the table is that of the moment.
  expect(table.rows.find(({ cells }) => cells[0] === 'greeting')?.cells).toEqual(['greeting', 1, '0s']);
});

test('a past state that was opened stays readable when its history is compacted, and another one has expired', async () => {
  const storage = await createMemoryStorage({ firstRevision: 300 });
  const { at, created, changed } = await changedCluster({ storage });
  expect((await at(created, `${CONFIG_MAPS}/greeting`)).status).toBe(200);
  await storage.compact(Number(changed));
  expect((await at(created, `${CONFIG_MAPS}/greeting`)).status).toBe(200);
  const gone = await at(String(Number(created) - 1), CONFIG_MAPS);
  expect(gone.status).toBe(410);
  expect(((await gone.json()) as { message: string }).message).toContain(`the history up to revision ${changed}`);
});

test('a revision that the cluster has not reached is a bad request', async () => {
  const { at } = await changedCluster();
  const refused = await at('999999', CONFIG_MAPS);
  expect(refused.status).toBe(400);
  expect(((await refused.json()) as { message: string }).message).toMatch(
    /^the cluster has not reached revision 999999: its revision is \d+$/,
  );
});

/** Counts how often a storage is read as it was at an earlier revision. */
const countingPast = (storage: Storage) => {
  const counts = { opened: 0 };
  const list: Storage['list'] = (prefix, options) => {
    if (prefix === '' && options?.revision !== undefined) counts.opened++;
    return storage.list(prefix, options);
  };
  const counting = new Proxy(storage, {
    get: (target, name) => {
      if (name === 'list') return list;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { counts, storage: counting };
};

test('a past state is closed after an idle minute, and not while a watch of it is open', async () => {
  const clock = new ManualClock();
  const { counts, storage } = countingPast(await createMemoryStorage({ firstRevision: 300 }));
  const { at, created, server } = await changedCluster({ storage, clock });
  const read = async () => (await at(created, `${CONFIG_MAPS}/greeting`)).text();
  await read();
  await clock.advance(50_000);
  await read();
  await clock.advance(50_000);
  await read();
  expect(counts.opened).toBe(1);
  const watch = await at(created, `${CONFIG_MAPS}?watch=true&timeoutSeconds=3600`);
  await clock.advance(130_000);
  await read();
  expect(counts.opened).toBe(1);
  await watch.body?.cancel();
  await clock.advance(130_000);
  await read();
  expect(counts.opened).toBe(2);
  await server.close();
});

test('a watch at a revision lists the state of then and hears of no later change', async () => {
  const { at, created, post } = await changedCluster();
  const response = await at(created, `${CONFIG_MAPS}?watch=true&timeoutSeconds=1`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const { value = '' } = (await reader?.read()) ?? {};
  expect(value).toContain('"name":"greeting"');
  await post(CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'later' } });
  await reader?.cancel();
  const list = (await (await at(created, CONFIG_MAPS)).json()) as { items: ApiObject[] };
  expect(list.items.map(({ metadata }) => metadata.name)).not.toContain('later');
});

test('a write at a revision is refused with a sentence that names the way out, and stores nothing', async () => {
  const { post, get, created } = await changedCluster();
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late' } };
  const refused = await post(momentPath(created) + CONFIG_MAPS, body);
  expect(refused.status).toBe(405);
  expect(((await refused.json()) as { message: string }).message).toBe(
    `the past cannot be changed: this request goes to the cluster as it was at revision ${created}`,
  );
  expect((await get(`${CONFIG_MAPS}/late`)).status).toBe(404);
});

test('an access check at a revision is decided by the rules of then', async () => {
  const { post, send, get } = await createWholeServer();
  const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
  const head = { apiVersion: 'rbac.authorization.k8s.io/v1' };
  await post(`${rbac}/roles`, {
    ...head,
    kind: 'Role',
    metadata: { name: 'reader' },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }],
  });
  const granted = await revisionOf(
    await post(`${rbac}/rolebindings`, {
      ...head,
      kind: 'RoleBinding',
      metadata: { name: 'alice' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'alice' }],
    }),
  );
  await send('DELETE', `${rbac}/rolebindings/alice`);
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: { user: 'alice', resourceAttributes: { namespace: 'default', verb: 'list', resource: 'pods' } },
  };
  const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
  const allowed = async (response: Response) =>
    ((await response.json()) as { status: { allowed: boolean } }).status.allowed;
  expect(await allowed(await post(path, review))).toBe(false);
  expect(await allowed(await post(momentPath(granted) + path, review))).toBe(true);
  // Rights that were revoked do not open the past.
  const asAlice = await send('GET', `${momentPath(granted)}/api/v1/namespaces/default/pods`, { user: ALICE });
  expect(asAlice.status).toBe(403);
  expect((await get(`${momentPath(granted)}/api/v1/namespaces/default/pods`)).status).toBe(200);
});

test('a kind whose definition was deleted is served at a revision that has the definition', async () => {
  const { server, post, send, get } = await createWholeServer();
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await post(definitions, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  });
  const widgets = '/apis/example.com/v1/namespaces/default/widgets';
  await expect.poll(async () => (await get(widgets)).status).toBe(200);
  const created = await revisionOf(
    await post(widgets, { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'first' } }),
  );
  await send('DELETE', `${definitions}/widgets.example.com`);
  await expect.poll(async () => (await get(widgets)).status).toBe(404);
  expect((await get(`${momentPath(created)}${widgets}/first`)).status).toBe(200);
  await server.close();
});

test('the clock of a past state stands still at its time', async () => {
  const { at, created } = await changedCluster();
  const clocks = '/apis/debug.tabplane.dev/v1alpha1/clusterclocks';
  const read = async () =>
    ((await (await at(created, clocks)).json()) as { items: { status: { time: string } }[] }).items;
  const [clock] = await read();
  expect(clock).toMatchObject({ spec: { rate: 0 } });
  expect(await read()).toEqual([clock]);
});

test('the list of moments names every change with its revision, its time and its effect, oldest first', async () => {
  const { get, created, changed } = await changedCluster();
  const { oldest, newest, items } = (await (await get(MOMENTS)).json()) as MomentList;
  const greeting = items.filter(({ name }) => name === 'greeting');
  expect(greeting.map(({ effect, resource, namespace }) => [effect, resource, namespace])).toEqual([
    ['created', 'configmaps', 'default'],
    ['updated', 'configmaps', 'default'],
    ['removed', 'configmaps', 'default'],
  ]);
  expect(greeting.slice(0, 2).map(({ revision }) => revision)).toEqual([created, changed]);
  expect(greeting[2]?.revision).toBe(newest);
  expect(Number(oldest)).toBeLessThan(Number(created));
  const times = items.map(({ time }) => Date.parse(time));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(new Date(times[0] ?? 0).getUTCFullYear()).toBe(2023);
});

test('the list of moments leaves out objects that the caller may not list', async () => {
  const { post, send } = await changedCluster();
  const head = { apiVersion: 'rbac.authorization.k8s.io/v1' };
  await post('/apis/rbac.authorization.k8s.io/v1/clusterroles', {
    ...head,
    kind: 'ClusterRole',
    metadata: { name: 'moments' },
    rules: [
      { apiGroups: ['debug.tabplane.dev'], resources: ['moments'], verbs: ['list'] },
      { apiGroups: [''], resources: ['namespaces'], verbs: ['list'] },
    ],
  });
  await post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    ...head,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'moments' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'moments' },
    subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'alice' }],
  });
  const { items } = (await (await send('GET', MOMENTS, { user: ALICE })).json()) as MomentList;
  expect(new Set(items.map(({ resource }) => resource))).toEqual(new Set(['namespaces']));
});

test('requests and writes at a revision are those that had happened then', async () => {
  const { at, created } = await changedCluster();
  const path = '/apis/debug.tabplane.dev/v1alpha1/causes?resource=configmaps&namespace=default&name=greeting';
  const { chain } = (await (await at(created, path)).json()) as { chain: { revision: string }[] };
  expect(chain.map(({ revision }) => revision)).toEqual([created]);
});

test('the past is not served when the runtime configuration disables moments', async () => {
  const { get } = await createWholeServer({
    flags: { dialect: 'kubernetes', 'runtime-config': 'debug.tabplane.dev/v1alpha1/moments=false' },
  });
  expect((await get(`${momentPath(300)}/api/v1/namespaces`)).status).toBe(404);
});

test('a caller whose right was revoked reads nothing through explanations and trials of the past', async () => {
  const { post, send } = await createWholeServer();
  const group = 'rbac.authorization.k8s.io';
  const grant = async (name: string, rules: readonly object[]) => {
    const apiVersion = `${group}/v1`;
    const binding = {
      metadata: { name },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name },
      subjects: [{ kind: 'User', apiGroup: group, name: 'alice' }],
    };
    await post(`/apis/${group}/v1/clusterroles`, { apiVersion, kind: 'ClusterRole', metadata: { name }, rules });
    await post(`/apis/${group}/v1/clusterrolebindings`, { apiVersion, kind: 'ClusterRoleBinding', ...binding });
  };
  await grant('debugger', [
    { apiGroups: ['debug.tabplane.dev'], resources: ['why', 'admissiontrials'], verbs: ['list', 'create'] },
  ]);
  await grant('secrets', [{ apiGroups: [''], resources: ['secrets'], verbs: ['list', 'get', 'patch'] }]);
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'launch' }, stringData: { code: 'hunter2' } };
  const at = await revisionOf(await post('/api/v1/namespaces/default/secrets', secret));
  const debug = `${momentPath(at)}/apis/debug.tabplane.dev/v1alpha1`;
  const why = `${debug}/why?resource=secrets&namespace=default&name=launch`;
  expect((await send('GET', why, { user: ALICE })).status).toBe(200);
  await send('DELETE', `/apis/${group}/v1/clusterrolebindings/secrets`);
  expect((await send('GET', why, { user: ALICE })).status).toBe(403);
  const headers = { 'content-type': 'application/json' };
  expect((await send('POST', `${debug}/admissiontrials`, { body: '{}', headers, user: ALICE })).status).toBe(405);
});

test('an anonymous caller opens no past state', async () => {
  const { send, created } = await changedCluster();
  const user = { username: 'system:anonymous', groups: ['system:unauthenticated'] };
  expect((await send('GET', `${momentPath(created)}/version`, { user })).status).toBe(401);
});

test('a fault of the API that was switched on at a revision does not fail reads at it', async () => {
  const { send, get } = await createWholeServer();
  const setShare = (apiErrorShare: number) =>
    send('PUT', '/apis/debug.tabplane.dev/v1alpha1/faultstates/cluster', {
      body: JSON.stringify({ spec: { apiErrorShare } }),
      headers: { 'content-type': 'application/json' },
    });
  await setShare(1);
  const { newest } = (await (await get(MOMENTS)).json()) as MomentList;
  await setShare(0);
  expect((await get(`${momentPath(newest)}/api/v1/namespaces`)).status).toBe(200);
});
