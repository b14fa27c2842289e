import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConfigMap, Pod } from '../../src/api/kinds/core-v1.generated.ts';
import { type Cluster, type ClusterOptions, createCluster } from '../../src/hosts/core.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };

const WIDGETS = { apiGroups: ['example.com'], resources: ['widgets'], verbs: ['list'] };

const configMap = (name: string, data: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});

const opened: Cluster[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((cluster) => cluster.close()));
});

async function open(options: ClusterOptions = {}): Promise<Cluster> {
  const cluster = await createCluster({ controllers: false, ...options });
  opened.push(cluster);
  return cluster;
}

describe('a cluster in a process', () => {
  it('runs pods of a seed without further options', async () => {
    const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
`;
    const cluster = await open({ seed: deployment, controllers: true });
    const phases = async () => {
      const { items } = await cluster.client.list<{ status?: { phase?: string } }>(PODS);
      return items.map(({ status }) => status?.phase);
    };
    await expect.poll(phases).toEqual(['Running', 'Running']);
  });

  it.each([true, false, 'deployment', '*,-serviceaccount'])(
    'has the pods of a seed, in every namespace, with the controllers %j',
    async (controllers) => {
      const pod = (namespace: string) => ({
        ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace } },
        spec: { containers: [{ name: 'web', image: 'nginx' }] },
        status: { phase: 'Running' },
      });
      const shop = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
      const cluster = await open({ seed: [pod('shop'), pod('default'), shop], controllers, simulatedNodes: 0 });
      const { items } = await cluster.client.list<Pod>({ group: '', version: 'v1', resource: 'pods' });
      expect(
        items.map(({ metadata, spec, status }) => [metadata.namespace, spec?.serviceAccountName, status?.phase]),
      ).toEqual([
        ['default', 'default', 'Running'],
        ['shop', 'default', 'Running'],
      ]);
    },
  );

  it.each([
    ['kubernetes', 'rbac.authorization.k8s.io'],
    ['cluster', 'rbac.authorization.cluster.io'],
  ] as const)('grants permissions of aggregated roles immediately, in the %s dialect', async (dialect, apiGroup) => {
    const roles = [
      { name: 'may-watch-widgets', labels: { widgets: 'yes' }, rule: { rules: [WIDGETS] } },
      { name: 'widgets', aggregationRule: { clusterRoleSelectors: [{ matchLabels: { widgets: 'yes' } }] } },
    ].map(({ name, labels = {}, rule, ...role }) => ({
      apiVersion: `${apiGroup}/v1`,
      kind: 'ClusterRole',
      metadata: { name, labels },
      ...rule,
      ...role,
    }));
    const bindings = ['edit', 'widgets'].map((name) => ({
      apiVersion: `${apiGroup}/v1`,
      kind: 'RoleBinding',
      metadata: { name, namespace: 'default' },
      roleRef: { apiGroup, kind: 'ClusterRole', name },
      subjects: [{ apiGroup, kind: 'User', name: 'alice' }],
    }));
    const seed = [...roles.toReversed(), ...bindings];
    const cluster = await open({ dialect, seed, users: { alice: {} }, controllers: true });
    for (const path of ['/api/v1/namespaces/default/pods', '/apis/example.com/v1/namespaces/default/widgets'])
      expect((await cluster.as('alice').fetch(path)).status).not.toBe(403);
  });

  it('accepts pods immediately', async () => {
    const cluster = await open({ controllers: true });
    const pod = { metadata: { name: 'web' }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
    expect((await cluster.client.create(PODS, pod)).metadata).toMatchObject({ name: 'web' });
  });

  it("uses Kubernetes' names by default, and the specification's names in the cluster dialect", async () => {
    const groupsOf = async (cluster: Cluster) => JSON.stringify(await (await cluster.fetch('/apis')).json());
    expect(await groupsOf(await open())).toContain('rbac.authorization.k8s.io');
    expect(await groupsOf(await open({ dialect: 'cluster' }))).toContain('rbac.authorization.cluster.io');
  });

  it('accepts a path, a URL and a Request', async () => {
    const { fetch } = await open();
    const url = 'https://front-end.example/api/v1/namespaces/default';
    for (const input of ['/api/v1/namespaces/default', new URL(url), new Request(url)])
      expect((await fetch(input)).status).toBe(200);
  });

  it('stops controllers and watches when it is closed', async () => {
    const cluster = await createCluster();
    const response = await cluster.fetch('/api/v1/namespaces?watch=1');
    await cluster.close();
    await response.text();
    await cluster.close();
  });
});

describe('a cluster with users', () => {
  const whoAmI = async (fetch: Cluster['fetch'], headers: Record<string, string> = {}) => {
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
    const response = await fetch('/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(review),
    });
    return response.status === 201 ? (await response.json()).status.userInfo : response.status;
  };
  const users = { alice: { groups: ['developers'], token: 'secret' }, bob: {} };

  it('lets a persona impersonate only with a permission of its own', async () => {
    const cluster = await open({ users });
    const eve = cluster.as({ name: 'eve' });
    expect(await whoAmI(eve.fetch, { 'Impersonate-Group': 'system:masters' })).toBe(500);
    expect(await whoAmI(eve.fetch, { 'Impersonate-User': 'eve', 'Impersonate-Group': 'system:masters' })).toBe(403);
    const root = cluster.as({ name: 'root', groups: ['system:masters'] });
    expect(await whoAmI(root.fetch, { 'Impersonate-User': 'eve' })).toMatchObject({
      username: 'eve',
      groups: ['system:authenticated'],
    });
  });

  it('rejects every call after it is closed', async () => {
    const cluster = await createCluster({ controllers: false, users: { alice: {} } });
    const snapshot = await cluster.snapshot();
    await cluster.close();
    const uses = [
      () => cluster.fetch('/version'),
      () => cluster.client.list(PODS),
      () => cluster.as('alice').client.list(PODS),
      () => cluster.load([configMap('late')]),
      () => cluster.export(),
      () => cluster.reset(),
      () => cluster.snapshot(),
      () => cluster.restore(snapshot),
      () => cluster.clock.now(),
      () => cluster.clock.step(1000),
      () => cluster.clock.pause(),
      () => cluster.clock.resume(),
      () => cluster.clock.speed(2),
      () => cluster.faults.add({ status: 503 }),
      () => cluster.faults.clear(),
      () => cluster.fork(),
    ];
    for (const use of uses) await expect(use()).rejects.toThrow('The cluster "default" is closed.');
  });

  it('answers its clients without the Request and Response of the platform', async () => {
    const cluster = await open({ users, seed: [configMap('a')] });
    const address = { ...CONFIG_MAPS, name: 'a' };
    const unused = class {
      constructor() {
        throw new Error('the client used Fetch');
      }
    };
    vi.stubGlobal('Request', unused);
    vi.stubGlobal('Response', unused);
    try {
      expect(await cluster.client.get(address)).toMatchObject({ metadata: { name: 'a' } });
      expect(await cluster.as({ name: 'Eve', groups: ['system:masters'] }).client.get(address)).toBeDefined();
      const denied = cluster.as('alice').client.get(address);
      await expect(denied).rejects.toThrow(/User "alice" .* \(GET \/api\/v1\/namespaces\/default\/configmaps\/a\)$/);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each(['the cluster', 'a persona'])('gives the client of %s copies that it may change', async (owner) => {
    const cluster = await open({ seed: [configMap('a', { size: '1' })] });
    const { client } = owner === 'a persona' ? cluster.as('admin') : cluster;
    const address = { ...CONFIG_MAPS, name: 'a' };
    const read = async () => {
      const [listed] = (await client.list<ConfigMap>(CONFIG_MAPS, { fieldSelector: 'metadata.name=a' })).items;
      const watch = client.watch<ConfigMap>(CONFIG_MAPS, { fieldSelector: 'metadata.name=a' });
      const { value: event } = await watch.next();
      await watch.return();
      return [await client.get<ConfigMap>(address), listed, event?.object];
    };
    const first = await read();
    for (const object of first) Object.assign(object?.data ?? {}, { size: '2' });
    expect(first.map((object) => object?.data)).toEqual(Array(3).fill({ size: '2' }));
    expect((await read()).map((object) => object?.data)).toEqual(Array(3).fill({ size: '1' }));
  });

  it('gives each reader of a watch over fetch bytes that it may change', async () => {
    const cluster = await open();
    const watches = [];
    for (let count = 0; count < 2; count++) {
      const { body } = await cluster.fetch(
        '/api/v1/namespaces/default/configmaps?watch=1&fieldSelector=metadata.name%3Da',
      );
      if (!body) throw new Error('a watch has a body');
      watches.push(body.getReader());
    }
    await cluster.client.create(CONFIG_MAPS, configMap('a', { size: '1' }));
    const events = [];
    for (const watch of watches) {
      const { value = new Uint8Array() } = await watch.read();
      events.push(JSON.parse(new TextDecoder().decode(value)));
      value.fill(0);
      await watch.cancel();
    }
    expect(events[0]).toMatchObject({ type: 'ADDED', object: { data: { size: '1' } } });
    expect(events[1]).toEqual(events[0]);
  });

  it('treats a request without credentials as the administrator', async () => {
    const cluster = await open();
    expect(await whoAmI(cluster.fetch)).toMatchObject({ username: 'admin' });
    expect(await whoAmI(cluster.fetch, { authorization: 'Bearer wrong' })).toBe(401);
  });

  it('treats a request without credentials as the default user, or as anonymous when the default is null', async () => {
    const asAlice = await open({ users, defaultUser: 'alice' });
    const groups = ['developers', 'system:authenticated'];
    expect(await whoAmI(asAlice.fetch)).toEqual({ username: 'alice', groups });
    const asNobody = await open({ defaultUser: null });
    expect((await asNobody.fetch('/api/v1/pods')).status).toBe(403);
    expect((await asNobody.client.list(PODS)).items).toEqual([]);
  });

  it('authenticates its users by their tokens', async () => {
    const { fetch } = await open({ users });
    expect(await whoAmI(fetch, { authorization: 'Bearer secret' })).toMatchObject({ username: 'alice' });
    expect(await whoAmI(fetch, { authorization: 'Bearer bob' })).toMatchObject({ username: 'bob' });
  });

  it('sends requests as its users and as any other user', async () => {
    const cluster = await open({ users, defaultUser: 'bob' });
    expect(await whoAmI(cluster.as('alice').fetch)).toMatchObject({
      username: 'alice',
      groups: ['developers', 'system:authenticated'],
    });
    expect(await whoAmI(cluster.as('carol').fetch)).toMatchObject({ username: 'carol' });
    const extra = { 'example.com/team': ['Ärzte'] };
    const dave = { name: 'Dävid', groups: ['a', 'b'], uid: '7', extra };
    expect(await whoAmI(cluster.as(dave).fetch)).toEqual({
      username: 'Dävid',
      uid: '7',
      groups: ['a', 'b', 'system:authenticated'],
      extra,
    });
    const account = 'system:serviceaccount:default:builder';
    expect((await whoAmI(cluster.as(account).fetch)).groups).toContain('system:serviceaccounts:default');
    await expect(cluster.as('alice').client.list(PODS)).rejects.toThrow('User "alice" cannot list resource "pods"');
  });

  it('sends requests as the administrator by name, with its default or configured groups', async () => {
    const rights = async (options: ClusterOptions) => {
      const { fetch } = (await open(options)).as('admin');
      return [await whoAmI(fetch), (await fetch('/api/v1/secrets')).status];
    };
    const groups = ['system:masters', 'system:authenticated'];
    expect(await rights({ users })).toEqual([expect.objectContaining({ username: 'admin', groups }), 200]);
    const replaced = await rights({ users: { admin: { groups: ['guests'] } } });
    expect(replaced).toEqual([expect.objectContaining({ groups: ['guests', 'system:authenticated'] }), 403]);
  });

  it('accepts the tokens of a token file', async () => {
    const { fetch } = await open({ users, flags: { 'token-auth-file': 'elses,eve,1' } });
    expect(await whoAmI(fetch, { authorization: 'Bearer elses' })).toMatchObject({ username: 'eve' });
    expect(await whoAmI(fetch, { authorization: 'Bearer secret' })).toMatchObject({ username: 'alice' });
  });

  it('rejects an unknown flag', async () => {
    await expect(createCluster({ flags: { 'no-such-flag': '1' } })).rejects.toThrow('unknown flag --no-such-flag');
  });
});

describe('load', () => {
  const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}}}
          status: {type: object, properties: {ready: {type: boolean}}}
`;

  it('applies definitions and namespaces first, and returns the objects in their order', async () => {
    const cluster = await open();
    const stored = await cluster.load(`# a shop
---
apiVersion: example.com/v1
kind: Widget
metadata: {name: small, namespace: shop}
spec: {size: 1}
status: {ready: true}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
${definition}`);
    expect(stored.map(({ kind }) => kind)).toEqual(['Widget', 'Namespace', 'CustomResourceDefinition']);
    expect(stored[0]).toMatchObject({ spec: { size: 1 }, status: { ready: true } });
    expect(stored[0]?.metadata.managedFields?.map(({ manager }) => manager)).toEqual(['tabplane', 'tabplane']);
  });

  it('serves the kinds of new definitions when it resolves', async () => {
    const cluster = await open({ seed: definition });
    expect((await cluster.fetch('/apis/example.com/v1/widgets')).status).toBe(200);
  });

  it("accepts objects, lists, generated names, and kubectl's output", async () => {
    const cluster = await open();
    const [first] = await cluster.load([configMap('a', { color: 'red' })]);
    const list = { apiVersion: 'v1', kind: 'List', metadata: {}, items: [{ ...first, data: { color: 'blue' } }] };
    const generated = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'b-' } };
    const [changed, named] = await cluster.load([list, generated]);
    expect(changed).toMatchObject({ metadata: { uid: first?.metadata.uid }, data: { color: 'blue' } });
    expect(named?.metadata.name).toMatch(/^b-.{5}$/);
  });

  it("reports errors with the document and the server's message", async () => {
    const cluster = await open();
    const good = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
    const message = (text: string) => cluster.load(text).catch((error: Error) => error.message);
    expect(await message(`${good}---\n${good.replace('name: a', 'name: A')}`)).toMatch(
      /^document 2 \(ConfigMap A\): ConfigMap "A" is invalid: metadata.name: Invalid value: "A": a lowercase RFC 1123/,
    );
    expect(await message(`${good.replace('{name: a}', '{name: a, namespace: gone}')}`)).toBe(
      'document 1 (ConfigMap a): namespaces "gone" not found',
    );
    expect(await message(`${good}---\na: [`)).toMatch(/^document 2: error converting YAML to JSON: yaml: line/);
    expect(await message(`---\n${good}---\nkind: ConfigMap`)).toBe('document 2: apiVersion is not set');
    expect(await message(good.replace('ConfigMap', 'Widget'))).toBe(
      'document 1 (Widget a): no matches for kind "Widget" in version "v1"',
    );
    expect(await cluster.load([]).catch(String)).toEqual([]);
    await expect(createCluster({ seed: 'kind: ConfigMap' })).rejects.toThrow('document 1: apiVersion is not set');
  });

  it('reports names of a definition that are in use', async () => {
    const cluster = await open({ seed: definition });
    const other = definition
      .replace('name: widgets.example.com', 'name: gadgets.example.com')
      .replace('plural: widgets', 'plural: gadgets');
    await expect(cluster.load(other)).rejects.toThrow(
      'document 1 (CustomResourceDefinition gadgets.example.com): "WidgetList" is already in use',
    );
  });
});

describe('reset, snapshot and restore', () => {
  const namesIn = async (cluster: Cluster) =>
    (await cluster.client.list(CONFIG_MAPS)).items.map(({ metadata }) => metadata.name);

  it('restores the seed at every reset', async () => {
    const cluster = await open({ seed: [configMap('seed')] });
    for (let round = 0; round < 2; round++) {
      await cluster.load([configMap('later')]);
      expect(await namesIn(cluster)).toEqual(['later', 'seed']);
      await cluster.reset();
      expect(await namesIn(cluster)).toEqual(['seed']);
    }
  });

  // The old server must not answer lists that are too old for a watch: its controllers would list again for ever.
  it('resets a cluster that was restored', async () => {
    const cluster = await createCluster({
      seed: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'reset' } }],
    });
    await cluster.restore(await cluster.snapshot());
    await cluster.reset();
    const namespaces = await cluster.client.list({ group: '', version: 'v1', resource: 'namespaces' });
    expect(namespaces.items.map(({ metadata }) => metadata.name)).toContain('reset');
    await cluster.close();
  });

  it('does not load the seed again after a restore', async () => {
    const cluster = await open({ seed: [configMap('seed')] });
    await cluster.client.delete({ ...CONFIG_MAPS, name: 'seed' });
    const snapshot = structuredClone(await cluster.snapshot());
    await cluster.reset();
    expect(await namesIn(cluster)).toEqual(['seed']);
    await cluster.restore(JSON.parse(JSON.stringify(snapshot)));
    expect(await namesIn(cluster)).toEqual([]);
  });

  it('continues with higher revisions, and expires older ones', async () => {
    const cluster = await open();
    const snapshot = await cluster.snapshot();
    await cluster.load([configMap('later')]);
    const { metadata } = await cluster.client.list(CONFIG_MAPS);
    const watch = await cluster.fetch('/api/v1/configmaps?watch=1');
    await cluster.restore(snapshot);
    const lines = (await watch.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
    const after = await cluster.client.list(CONFIG_MAPS);
    expect(Number(after.metadata.resourceVersion)).toBeGreaterThan(Number(metadata.resourceVersion));
    const resumed = await cluster.fetch(`/api/v1/configmaps?watch=1&resourceVersion=${metadata.resourceVersion}`);
    expect(JSON.parse(await resumed.text())).toMatchObject({ type: 'ERROR', object: { code: 410 } });
  });

  it('holds requests while the data is replaced', async () => {
    const cluster = await open({ seed: [configMap('seed')] });
    const reset = cluster.reset();
    const [response] = await Promise.all([cluster.fetch('/api/v1/namespaces/default/configmaps/seed'), reset]);
    expect(response.status).toBe(200);
  });

  it('rejects a snapshot of another dialect', async () => {
    const other = await open({ dialect: 'cluster' });
    const cluster = await open();
    await expect(cluster.restore(await other.snapshot())).rejects.toThrow('dialect cluster, not kubernetes');
    await expect(cluster.restore({ format: 'tabplane-snapshot/v1', entries: 1 })).rejects.toThrow('not in the format');
  });

  it('restores a snapshot of another cluster', async () => {
    const cluster = await open({ seed: [configMap('seed', { a: 'b' })] });
    const other = await open();
    await other.restore(await cluster.snapshot());
    expect(await other.export()).toBe(await cluster.export());
  });
});

describe('the clock', () => {
  it('pauses, moves forward, and resumes', async () => {
    const { clock, client } = await open();
    await clock.pause();
    const before = await clock.now();
    await clock.step(3_600_000);
    expect(await clock.now()).toBe(before + 3_600_000);
    const created = await client.create(CONFIG_MAPS, configMap('a'));
    expect(created.metadata).toMatchObject({
      creationTimestamp: new Date(before + 3_600_000).toISOString().replace(/\.\d+/, ''),
    });
    await clock.speed(60);
    await clock.pause();
    await clock.resume();
    await expect(clock.step(-1)).rejects.toThrow('only moves forward');
  });
});
