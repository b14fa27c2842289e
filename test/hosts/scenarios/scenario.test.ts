import { readFileSync } from 'node:fs';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, describe, expect, it } from 'vitest';
import type { Deployment } from '../../../src/api/kinds/apps-v1.generated.ts';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { scenarios } from '../../../src/embedding/scenarios/index.ts';
import { defineScenario } from '../../../src/embedding/scenarios/scenario-definition.ts';
import { type Scenario, type ScenarioName, scenario } from '../../../src/hosts/msw/msw.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };

const open: Scenario[] = [];
afterAll(() => Promise.all(open.map((one) => one.close())));

function begin(...parameters: Parameters<typeof scenario>): Scenario {
  const begun = scenario(...parameters);
  open.push(begun);
  return begun;
}

/** Returns the cells of a table, as kubectl prints them. */
async function rows(name: ScenarioName, path: string): Promise<string[][]> {
  const cluster = await begin(name).cluster();
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const table = await (await cluster.fetch(path, { headers: { accept } })).json();
  return table.rows.map(({ cells }: { cells: unknown[] }) => cells.map(String));
}

describe('the scenarios of the package', () => {
  it('has a shop whose pods are all ready', async () => {
    const { items } = await (await begin('healthy shop').cluster()).client.list<Pod>(pods);
    expect(items).toHaveLength(10);
    const isReady = ({ status }: Pod) =>
      status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
    expect(items.filter((pod) => !isReady(pod))).toEqual([]);
  });

  it('has a shop with a crash-looping pod beside the old pods', async () => {
    const carts = (await rows('crash-looping shop', '/api/v1/namespaces/shop/pods')).filter(([name]) =>
      name?.startsWith('cart'),
    );
    expect(carts.map(([, ready, status]) => `${ready} ${status}`).sort()).toEqual([
      ...['0/1 CrashLoopBackOff', '1/1 Running', '1/1 Running'],
    ]);
    const restarts = Number.parseInt(carts.find(([, ready]) => ready === '0/1')?.[3] ?? '', 10);
    expect(restarts).toBeGreaterThan(3);
  });

  it('has a rollout that exceeded its deadline because an image is missing', async () => {
    const { client } = await begin('stuck rollout').cluster();
    const frontend = await client.get<Deployment>({ ...deployments, namespace: 'shop', name: 'frontend' });
    const progress = frontend.status?.conditions?.find(({ type }) => type === 'Progressing');
    expect(progress).toMatchObject({ status: 'False', reason: 'ProgressDeadlineExceeded' });
    expect(frontend.status).toMatchObject({ updatedReplicas: 1, readyReplicas: 3 });
    const statuses = (await rows('stuck rollout', '/api/v1/namespaces/shop/pods')).map(([, , status]) => status);
    expect(statuses.filter((status) => status !== 'Running')).toEqual([
      expect.stringMatching(/^(ErrImagePull|ImagePullBackOff)$/),
    ]);
  });

  it('has a namespace whose quota denies more pods', async () => {
    const { client } = await begin('full quota').cluster();
    const renderer = await client.get<Deployment>({ ...deployments, namespace: 'reports', name: 'renderer' });
    expect(renderer.status).toMatchObject({ replicas: 4, unavailableReplicas: 4 });
    const failure = renderer.status?.conditions?.find(({ type }) => type === 'ReplicaFailure');
    expect(failure?.message).toContain('exceeded quota: team-budget');
  });

  it('has a node that is down, and replacements for its pods', async () => {
    const nodes = await rows('node down', '/api/v1/nodes');
    expect(nodes.map(([, status]) => status).sort()).toEqual(['NotReady', 'Ready', 'Ready']);
    const statuses = (await rows('node down', '/api/v1/namespaces/shop/pods')).map(([, , status]) => status);
    expect(statuses).toContain('Terminating');
    const shop = await rows('node down', '/apis/apps/v1/namespaces/shop/deployments');
    expect(shop.map(([, ready]) => ready)).toEqual(['2/2', '2/2', '3/3', '1/1']);
  });

  it('has users with few permissions', async () => {
    const story = begin('few rights');
    const statusOf = async (user: string, path: string): Promise<number> => (await story.as(user).fetch(path)).status;
    expect(await statusOf('auditor', '/api/v1/pods')).toBe(200);
    expect(await statusOf('auditor', '/api/v1/namespaces/shop/secrets')).toBe(403);
    expect(await statusOf('operator', '/api/v1/namespaces/shop/pods')).toBe(200);
    expect(await statusOf('guest', '/api/v1/namespaces/shop/pods')).toBe(403);
    const scale = { ...deployments, namespace: 'shop', name: 'cart', subresource: 'scale' };
    await story.as('operator').client.patch(scale, 'merge', { spec: { replicas: 3 } });
    const change = story.as('operator').client.patch({ ...deployments, namespace: 'shop', name: 'cart' }, 'merge', {});
    await expect(change).rejects.toThrow('cannot patch resource "deployments"');
  });

  it('has custom resources in different states', async () => {
    const backups = await rows('custom resources', '/apis/backup.example.com/v1/backups');
    expect(backups.map(([name, , phase]) => `${name} ${phase}`)).toEqual([
      ...['archive Failed', 'customers Running', 'orders Completed'],
    ]);
  });

  it('has a webhook that labels pods and a policy that denies pods of one Deployment', async () => {
    const { client } = await begin('admission demo').cluster();
    const { items } = await client.list<Pod>({ ...pods, namespace: 'checkout' });
    expect(items.map(({ metadata: { labels } }) => `${labels?.app} ${labels?.team}`)).toEqual(
      Array(2).fill('cart checkout'),
    );
    const invoices = await client.get<Deployment>({ ...deployments, namespace: 'checkout', name: 'invoices' });
    const failure = invoices.status?.conditions?.find(({ type }) => type === 'ReplicaFailure');
    expect(failure?.message).toContain('every image needs a tag other than "latest"');
  });

  it('has 10,000 objects in twenty namespaces', async () => {
    const { client } = await begin('10,000 objects').cluster();
    const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
    const inEurope = await client.list(configMaps, { labelSelector: 'region=europe', limit: 1 });
    expect(inEurope.items).toHaveLength(1);
    const { items } = await client.list({ ...configMaps, namespace: 'tenant-19' }, { labelSelector: 'region' });
    expect(items).toHaveLength(500);
  });

  it('has an empty cluster with one node', async () => {
    expect(await rows('empty cluster', '/api/v1/nodes')).toHaveLength(1);
    expect(await rows('empty cluster', '/api/v1/pods')).toEqual([]);
  });

  it('documents every scenario', () => {
    const text = readFileSync(new URL('../../../docs/scenarios.md', import.meta.url), 'utf8');
    for (const { name, description } of scenarios) expect(text).toContain(`| \`${name}\` | ${description} |`);
  });

  it('names all scenarios when one is unknown', () => {
    const unknown = () => scenario('crashlooping shop' as ScenarioName);
    expect(unknown).toThrow('there is no scenario "crashlooping shop"; there are "empty cluster", "healthy shop", ');
  });
});

describe('a scenario', () => {
  /** Keys and certificates are generated by the platform, which takes no seed. */
  const PLATFORM = /^\/tabplane\/|kube-root-ca\.crt|extension-apiserver-authentication/;

  const contentOf = async (story: Scenario): Promise<ReadonlyMap<string, string>> => {
    const { entries } = await (await story.cluster()).snapshot();
    const { content } = entries as { content: [string, string][] };
    return new Map(content.filter(([key]) => !PLATFORM.test(key)));
  };

  it.each(['crash-looping shop', 'node down'] as const)('has the same objects on each replay: %s', async (name) => {
    const first = await contentOf(begin(name));
    const definition = scenarios.find((one) => one.name === name) ?? scenarios[0];
    // A new object is a new scenario, which is replayed.
    const second = await contentOf(begin({ ...definition }));
    expect([...first.keys()].filter((key) => first.get(key) !== second.get(key))).toEqual([]);
    expect(second.size).toBe(first.size);
  });

  it('does not change until its clock is advanced', async () => {
    const cluster = await begin('healthy shop').cluster();
    const { client, clock } = cluster;
    const now = await clock.now();
    expect(new Date(now).toISOString()).toBe('2024-01-15T09:10:00.000Z');
    const cart = { ...deployments, namespace: 'shop', name: 'cart' };
    await client.patch({ ...cart, subresource: 'scale' }, 'merge', { spec: { replicas: 5 } });
    expect((await client.get<Deployment>(cart)).status?.replicas).toBe(2);
    await clock.step(60_000);
    expect((await client.get<Deployment>(cart)).status?.readyReplicas).toBe(5);
  });

  it('creates a separate cluster for each call', async () => {
    const [one, other] = [begin('empty cluster'), begin('empty cluster')];
    const configMaps = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
    await (await one.cluster()).client.create(configMaps, { metadata: { name: 'mine' } });
    await expect((await other.cluster()).client.get({ ...configMaps, name: 'mine' })).rejects.toThrow('not found');
    expect(await one.as('admin').client.get({ ...configMaps, name: 'mine' })).toBeDefined();
  });

  it('returns to its initial state, not to its seed, on a reset', async () => {
    const cluster = await begin('crash-looping shop').cluster();
    await cluster.client.deleteCollection({ ...pods, namespace: 'shop' });
    await cluster.reset();
    const { items } = await cluster.client.list<Pod>({ ...pods, namespace: 'shop' });
    expect(items.some(({ metadata }) => metadata.deletionTimestamp)).toBe(false);
    expect(new Date(await cluster.clock.now()).toISOString()).toBe('2024-01-15T09:18:00.000Z');
  });

  it('can be defined by anyone', async () => {
    const mine = defineScenario({
      name: 'my own',
      description: 'A Secret that only Carol may read.',
      users: { carol: { groups: ['system:masters'] }, dave: {} },
      seed: `
        {apiVersion: v1, kind: Secret, metadata: {name: treasure, namespace: default}}
        ---
        {apiVersion: v1, kind: Namespace, metadata: {name: island}}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: guard, namespace: island}
        spec: {containers: [{name: guard, image: guard}]}
      `,
      startTime: '2030-06-01T12:00:00Z',
    });
    const story = begin(mine);
    const secret = '/api/v1/namespaces/default/secrets/treasure';
    const found = await (await story.as('carol').fetch(secret)).json();
    expect(found.metadata.creationTimestamp).toBe('2030-06-01T12:00:00Z');
    expect((await story.as('dave').fetch(secret)).status).toBe(403);
    const guard = await story.as('carol').client.get<Pod>({ ...pods, namespace: 'island', name: 'guard' });
    expect(guard.status?.phase).toBe('Running');
  });

  it('answers a front end through MSW, as a user or with the credentials of the request', async () => {
    const network = setupServer(
      ...begin('few rights').as('guest').handlers({ origin: 'https://guest.example' }),
      ...begin('few rights').handlers({ origin: 'https://any.example', prefix: '/k8s' }),
      ...begin('few rights').handlers({ origin: 'https://auditor.example', as: 'auditor' }),
      http.all('*', () => new Response(null, { status: 418 })),
    );
    network.listen();
    const status = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
      (await fetch(url, { headers })).status;
    expect(await status('https://guest.example/api/v1/pods', { authorization: 'Bearer alice' })).toBe(403);
    expect(await status('https://auditor.example/api/v1/pods')).toBe(200);
    expect(await status('https://auditor.example/api/v1/secrets')).toBe(403);
    expect(await status('https://any.example/k8s/api/v1/secrets')).toBe(200);
    expect(await status('https://any.example/k8s/api/v1/secrets', { authorization: 'Bearer guest' })).toBe(403);
    expect(await status('https://any.example/k8s/api/v1/secrets', { authorization: 'Bearer wrong' })).toBe(401);
    expect(await status('https://any.example/api/v1/secrets')).toBe(418);
    network.close();
  });
});
