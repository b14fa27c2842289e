import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '../../../../src/storage/memory-storage.ts';
import { API_SERVICES } from '../../extension-cluster.ts';
import { createWholeServer } from '../../whole-server.ts';

type Cluster = Awaited<ReturnType<typeof createWholeServer>>;

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const LABEL = 'kube-aggregator.kubernetes.io/automanaged';

const definition = (plural: string, versions: Readonly<Record<string, boolean>>) => ({
  metadata: { name: `${plural}.shop.example` },
  spec: {
    group: 'shop.example',
    scope: 'Namespaced',
    names: { plural, kind: plural },
    versions: Object.entries(versions).map(([name, served], index) => ({
      ...{ name, served, storage: index === 0 },
      schema: { openAPIV3Schema: { type: 'object' } },
    })),
  },
});

const namesOf = async ({ get }: Cluster): Promise<string[]> =>
  (await (await get(API_SERVICES)).json()).items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
const specOf = async ({ get }: Cluster, name: string) => (await (await get(`${API_SERVICES}/${name}`)).json()).spec;
const shopNames = async (cluster: Cluster) => (await namesOf(cluster)).filter((name) => name.endsWith('.shop.example'));

const patch = ({ send }: Cluster, name: string, body: object) =>
  send('PATCH', `${API_SERVICES}/${name}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/merge-patch+json' },
  });

describe('built-in groups', () => {
  test('Every served group version has an APIService, except that of APIServices', async () => {
    const names = await namesOf(await createWholeServer());
    expect(names).toEqual(expect.arrayContaining(['v1.', 'v1.apps', 'v1.batch', 'v2.autoscaling', 'v1.autoscaling']));
    expect(names).not.toContain('v1.apiregistration.k8s.io');
    expect(names).not.toContain('v1alpha1.networking.k8s.io');
    expect(names).toContain('v1beta3.flowcontrol.apiserver.k8s.io');
  });

  test('The cluster dialect renames their APIServices', async () => {
    const cluster = await createWholeServer({ flags: { dialect: 'cluster' } });
    const service = await (
      await cluster.get('/apis/apiregistration.cluster.io/v1/apiservices/v1.rbac.authorization.cluster.io')
    ).json();
    expect(service).toMatchObject({
      metadata: { labels: { 'kube-aggregator.cluster.io/automanaged': 'onstart' } },
      spec: { group: 'rbac.authorization.cluster.io', groupPriorityMinimum: 17_000, versionPriority: 15 },
    });
  });

  test('A deleted or changed APIService is corrected only at the next start', async () => {
    const storage = await createMemoryStorage({ firstRevision: 300 });
    const cluster = await createWholeServer({ storage });
    await cluster.send('DELETE', `${API_SERVICES}/v1.apps`);
    await patch(cluster, 'v1.batch', { spec: { versionPriority: 99 } });
    await cluster.server.close();
    expect(await namesOf(cluster)).not.toContain('v1.apps');
    expect(await specOf(cluster, 'v1.batch')).toMatchObject({ versionPriority: 99 });
    const restarted = await createWholeServer({ storage });
    expect(await specOf(restarted, 'v1.apps')).toMatchObject({ groupPriorityMinimum: 17_800 });
    expect(await specOf(restarted, 'v1.batch')).toMatchObject({ versionPriority: 15 });
  });

  test('A disabled version loses its APIService at the next start', async () => {
    const storage = await createMemoryStorage({ firstRevision: 300 });
    const first = await createWholeServer({ storage, flags: { 'runtime-config': 'api/all=true' } });
    expect(await namesOf(first)).toContain('v1alpha1.networking.k8s.io');
    await first.server.close();
    expect(await namesOf(await createWholeServer({ storage }))).not.toContain('v1alpha1.networking.k8s.io');
  });

  test('The group of a deleted APIService is still served, but not listed', async () => {
    const { get, send } = await createWholeServer();
    await send('DELETE', `${API_SERVICES}/v1.apps`);
    const { groups } = await (await get('/apis')).json();
    expect(groups.map(({ name }: { name: string }) => name)).not.toContain('apps');
    expect((await get('/apis/apps')).status).toBe(200);
    expect((await get('/apis/apps/v1/deployments')).status).toBe(200);
  });
});

describe('custom resources', () => {
  test('Each served version has an APIService with the priorities of custom resources', async () => {
    const cluster = await createWholeServer();
    await cluster.post(DEFINITIONS, definition('carts', { v1: true, v2beta1: true, v3: false }));
    await expect.poll(() => shopNames(cluster)).toEqual(['v1.shop.example', 'v2beta1.shop.example']);
    const { metadata, spec } = await (await cluster.get(`${API_SERVICES}/v1.shop.example`)).json();
    expect(metadata.labels).toEqual({ [LABEL]: 'true' });
    expect(spec).toEqual({ group: 'shop.example', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 100 });
  });

  test('A deleted APIService is recreated, and a changed one is corrected', async () => {
    const cluster = await createWholeServer();
    await cluster.post(DEFINITIONS, definition('carts', { v1: true }));
    await expect.poll(() => shopNames(cluster)).toEqual(['v1.shop.example']);
    await patch(cluster, 'v1.shop.example', { spec: { versionPriority: 3 } });
    await expect.poll(() => specOf(cluster, 'v1.shop.example')).toMatchObject({ versionPriority: 100 });
    await cluster.send('DELETE', `${API_SERVICES}/v1.shop.example`);
    await expect.poll(() => shopNames(cluster)).toEqual(['v1.shop.example']);
  });

  test('An APIService is deleted with the last definition that serves its version', async () => {
    const cluster = await createWholeServer();
    await cluster.post(DEFINITIONS, definition('carts', { v1: true, v2: true }));
    await cluster.post(DEFINITIONS, definition('shelves', { v1: true }));
    await expect.poll(() => shopNames(cluster)).toEqual(['v1.shop.example', 'v2.shop.example']);
    await cluster.send('DELETE', `${DEFINITIONS}/carts.shop.example`);
    await expect.poll(() => shopNames(cluster)).toEqual(['v1.shop.example']);
    await cluster.send('DELETE', `${DEFINITIONS}/shelves.shop.example`);
    await expect.poll(() => shopNames(cluster)).toEqual([]);
  });

  test("A user's APIService without the label is not changed", async () => {
    const cluster = await createWholeServer();
    const own = { group: 'shop.example', version: 'v1', groupPriorityMinimum: 7, versionPriority: 7 };
    await cluster.post(API_SERVICES, { metadata: { name: 'v1.shop.example' }, spec: own });
    await cluster.post(DEFINITIONS, definition('carts', { v1: true, v2: true }));
    await expect.poll(() => shopNames(cluster)).toEqual(['v1.shop.example', 'v2.shop.example']);
    expect(await specOf(cluster, 'v1.shop.example')).toEqual(own);
  });
});
