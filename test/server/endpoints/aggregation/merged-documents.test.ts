import { describe, expect, test } from 'vitest';
import { API_SERVICES, createExtensionCluster, type Received, steppedClock } from '../../extension-cluster.ts';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';
const THING = { name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs: ['get', 'list'] };

const SWAGGER = {
  swagger: '2.0',
  paths: {
    '/apis/ext.example/v1/things': { get: { responses: { 200: { schema: { $ref: '#/definitions/Thing' } } } } },
    '/apis/other.example/v1/things': {},
  },
  definitions: { Thing: { type: 'object', description: 'A thing.' }, Unused: {} },
};

/** Documents of an extension API server by path. */
const documents = (): Record<string, unknown> => ({
  '/apis/ext.example/v1': {
    kind: 'APIResourceList',
    resources: [
      { ...THING, shortNames: ['th'] },
      { ...THING, name: 'things/status', singularName: '', verbs: ['update'] },
    ],
  },
  '/openapi/v2': SWAGGER,
  '/openapi/v3': { paths: { 'apis/ext.example/v1': { serverRelativeURL: '/openapi/v3/apis/ext.example/v1?hash=1' } } },
  '/openapi/v3/apis/ext.example/v1': { openapi: '3.0.0' },
});

const answerWith =
  (known: Record<string, unknown>) =>
  ({ request }: Received): Response => {
    const found = known[new URL(request.url).pathname];
    return found === undefined ? new Response('not found', { status: 404 }) : Response.json(found);
  };

async function createRegistered(known = documents()) {
  const cluster = await createExtensionCluster(answerWith(known));
  await cluster.createService();
  await cluster.register();
  await cluster.until('Passed');
  return cluster;
}

type Cluster = Awaited<ReturnType<typeof createRegistered>>;

const groupsOf = async ({ get }: Cluster) => (await (await get('/apis', { accept: AGGREGATED })).json()).items;
const groupOf = async (cluster: Cluster, name: string) =>
  (await groupsOf(cluster)).find(({ metadata }: { metadata: { name: string } }) => metadata.name === name);
const freshnessOf = async (cluster: Cluster) => (await groupOf(cluster, 'ext.example'))?.versions[0].freshness;

describe('aggregated discovery', () => {
  test('has the resources of an extension API server, with their subresources', async () => {
    const cluster = await createRegistered();
    await expect.poll(() => freshnessOf(cluster)).toBe('Current');
    expect(await groupOf(cluster, 'ext.example')).toEqual({
      metadata: { name: 'ext.example', creationTimestamp: null },
      versions: [
        {
          version: 'v1',
          resources: [
            {
              resource: 'things',
              responseKind: { group: '', version: '', kind: 'Thing' },
              scope: 'Namespaced',
              singularResource: 'thing',
              verbs: ['get', 'list'],
              shortNames: ['th'],
              subresources: [
                { subresource: 'status', responseKind: { group: '', version: '', kind: 'Thing' }, verbs: ['update'] },
              ],
            },
          ],
          freshness: 'Current',
        },
      ],
    });
  });

  test('uses the aggregated document of an extension API server that has one', async () => {
    const resource = { resource: 'gadgets', scope: 'Cluster', responseKind: { kind: 'Gadget' }, verbs: ['get'] };
    const items = [
      { metadata: { name: 'more.example' }, versions: [{ version: 'v1', resources: [] }] },
      { metadata: { name: 'ext.example' }, versions: [{ version: 'v1', resources: [resource] }] },
    ];
    const cluster = await createExtensionCluster(({ request }) =>
      request.url.endsWith('/apis')
        ? Response.json({ kind: 'APIGroupDiscoveryList', items }, { headers: { 'content-type': AGGREGATED } })
        : Response.json({}),
    );
    await cluster.createService();
    await cluster.register();
    await expect.poll(() => freshnessOf(cluster)).toBe('Current');
    const group = await groupOf(cluster, 'ext.example');
    expect(group.versions).toEqual([{ version: 'v1', resources: [resource], freshness: 'Current' }]);
    expect(await groupOf(cluster, 'more.example')).toBeUndefined();
  });

  test('marks an unreadable version as stale and keeps its resources from earlier reads', async () => {
    const known = documents();
    const { clock, pass } = steppedClock();
    const cluster = await createExtensionCluster(answerWith(known), {
      reportProblem: () => undefined,
      clock,
    });
    await cluster.register();
    await pass(0);
    expect((await groupOf(cluster, 'ext.example')).versions).toEqual([{ version: 'v1', freshness: 'Stale' }]);
    await cluster.createService();
    await pass(60_000);
    expect((await groupOf(cluster, 'ext.example')).versions).toMatchObject([{ freshness: 'Current' }]);
    delete known['/apis/ext.example/v1'];
    await pass(61_000);
    expect((await groupOf(cluster, 'ext.example')).versions).toMatchObject([
      { freshness: 'Stale', resources: [{ resource: 'things' }] },
    ]);
  });

  test('orders groups and versions by priority', async () => {
    const cluster = await createRegistered();
    await cluster.register({ group: 'first.example', groupPriorityMinimum: 20_000 });
    await cluster.register({ version: 'v2', versionPriority: 10 });
    await cluster.register({ version: 'v1beta1', versionPriority: 100 });
    const names = (await groupsOf(cluster)).map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    expect(names.slice(0, 3)).toEqual(['apiregistration.k8s.io', 'first.example', 'apps']);
    expect(names.at(-1)).toBe('ext.example');
    const { versions } = await groupOf(cluster, 'ext.example');
    expect(versions.map(({ version }: { version: string }) => version)).toEqual(['v1beta1', 'v1', 'v2']);
    const { groups } = await (await cluster.get('/apis')).json();
    expect(groups[1].name).toBe('first.example');
    expect(groups.at(-1)).toMatchObject({ name: 'ext.example', preferredVersion: { version: 'v1beta1' } });
  });

  test('removes the group when its APIService is deleted', async () => {
    const cluster = await createRegistered();
    await cluster.send('DELETE', `${API_SERVICES}/v1.ext.example`);
    expect(await groupOf(cluster, 'ext.example')).toBeUndefined();
    expect((await (await cluster.get('/apis')).json()).groups).not.toContainEqual(
      expect.objectContaining({ name: 'ext.example' }),
    );
  });
});

describe('OpenAPI documents', () => {
  const v2 = async ({ get }: Cluster) => (await get('/openapi/v2')).json();

  test('v2 has the paths and definitions of the group in addition to those of this server', async () => {
    const cluster = await createRegistered();
    await expect.poll(async () => (await v2(cluster)).definitions.Thing).toEqual(SWAGGER.definitions.Thing);
    const { paths, definitions } = await v2(cluster);
    expect(paths).toHaveProperty(['/apis/ext.example/v1/things']);
    expect(paths).toHaveProperty(['/api/v1/pods']);
    expect(paths).not.toHaveProperty(['/apis/other.example/v1/things']);
    expect(definitions).not.toHaveProperty('Unused');
    await cluster.send('DELETE', `${API_SERVICES}/v1.ext.example`);
    await expect.poll(async () => (await v2(cluster)).definitions).not.toHaveProperty('Thing');
  });

  test('v3 lists the document of the group version and proxies requests for it', async () => {
    const cluster = await createRegistered();
    const index = async () => (await (await cluster.get('/openapi/v3')).json()).paths;
    const url = '/openapi/v3/apis/ext.example/v1?hash=1';
    await expect.poll(async () => (await index())['apis/ext.example/v1']).toEqual({ serverRelativeURL: url });
    expect(await (await cluster.get(url)).json()).toEqual({ openapi: '3.0.0' });
    expect(new URL(cluster.received.at(-1)?.request.url ?? '').search).toBe('?hash=1');
    expect((await cluster.get('/openapi/v3/apis/none.example/v1')).status).toBe(404);
  });

  test('v3 has a document converted from v2 for an extension API server without one', async () => {
    const { '/openapi/v3': _, ...known } = documents();
    const cluster = await createRegistered(known);
    const index = async () => (await (await cluster.get('/openapi/v3')).json()).paths['apis/ext.example/v1'];
    await expect.poll(index).toBeDefined();
    const { serverRelativeURL } = await index();
    const { openapi, paths, components } = await (await cluster.get(serverRelativeURL)).json();
    expect(openapi).toBe('3.0.0');
    expect(Object.keys(paths)).toEqual(['/apis/ext.example/v1/things']);
    expect(components.schemas).toEqual({ Thing: SWAGGER.definitions.Thing });
  });

  test('omit a document that cannot be merged and contain all others', async () => {
    const known = documents();
    known['/openapi/v2'] = { paths: { '/apis/ext.example/v1/things': { get: { parameters: 'none' } } } };
    const cluster = await createRegistered(known);
    await expect.poll(() => freshnessOf(cluster)).toBe('Current');
    expect((await v2(cluster)).paths).toHaveProperty(['/api/v1/pods']);
    const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
    expect((await cluster.get('/openapi/v2', { accept })).status).toBe(200);
  });
});
