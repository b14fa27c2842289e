import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestCluster, type TestCluster } from '../../../src/hosts/testing/testing.ts';

const SEED = `
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: Pod
metadata: {name: alone, namespace: shop}
spec: {containers: [{name: main, image: nginx}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
`;

const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'shop' };
const WEB = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' };
const MINUTE = 60_000;

const phases = async ({ client }: TestCluster) =>
  (await client.list<{ status?: { phase?: string } }>(PODS)).items.map(({ status }) => status?.phase);

describe('a test cluster', () => {
  let template: TestCluster;
  beforeAll(async () => {
    template = await createTestCluster({ seed: SEED });
  });
  afterAll(() => template.close());

  it('has the seed and the objects that controllers created from it', async () => {
    expect(await phases(template)).toEqual(['Running', 'Running', 'Running']);
    expect(await template.clock.now()).toBe(Date.UTC(2024, 0, 15, 9, 1));
  });

  it('does not change until the clock is advanced', async () => {
    const fork = await template.fork();
    await fork.client.patch(WEB, 'merge', { spec: { replicas: 4 } });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await phases(fork)).toHaveLength(3);
    await fork.clock.step(MINUTE);
    expect(await phases(fork)).toEqual(['Running', 'Running', 'Running', 'Running', 'Running']);
    await fork.close();
  });

  it('sends no requests to the network, whatever addresses its objects contain', async () => {
    const outgoing = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('sent to the network'));
    const fork = await template.fork();
    await fork.load(`
apiVersion: v1
kind: Node
metadata: {name: real}
status: {addresses: [{type: InternalIP, address: 192.0.2.1}]}
---
apiVersion: v1
kind: Pod
metadata: {name: elsewhere, namespace: shop}
spec: {nodeName: real, containers: [{name: main, image: nginx}]}
status: {phase: Running, podIP: 192.0.2.2, podIPs: [{ip: 192.0.2.2}]}
---
apiVersion: v1
kind: Service
metadata: {name: extension, namespace: shop}
spec: {type: ExternalName, externalName: extension.example.com}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.example.com}
spec:
  group: example.com
  version: v1
  groupPriorityMinimum: 100
  versionPriority: 100
  insecureSkipTLSVerify: true
  service: {name: extension, namespace: shop}
`);
    await fork.clock.step(10 * MINUTE);
    const inShop = '/api/v1/namespaces/shop/pods/elsewhere';
    expect(await (await fork.fetch(`${inShop}/log`)).text()).toContain('no route to host');
    expect((await fork.fetch(`${inShop}/proxy/`)).status).toBe(503);
    expect((await fork.fetch('/apis/example.com/v1')).status).toBe(503);
    await fork.reset();
    await fork.clock.step(10 * MINUTE);
    await fork.close();
    expect(outgoing).not.toHaveBeenCalled();
    outgoing.mockRestore();
  });

  it('stores the same bytes in every run', async () => {
    const story = async () => {
      const fork = await template.fork();
      await fork.client.patch(WEB, 'merge', { spec: { replicas: 3 } });
      await fork.clock.step(MINUTE);
      const { entries } = await fork.snapshot();
      await fork.close();
      return entries;
    };
    expect(await story()).toEqual(await story());
  });

  it('gives new objects of a fork UIDs that its parent does not have', async () => {
    const fork = await template.fork();
    const uidsOf = (text: string) => [...text.matchAll(/\\"uid\\":\\"([0-9a-f-]{36})\\"/g)].map(([, uid]) => uid);
    const before = new Set(uidsOf(JSON.stringify(await template.snapshot())));
    const [created] = await fork.load('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}');
    expect(before.size).toBeGreaterThan(10);
    expect(before).not.toContain(created?.metadata.uid);
    await fork.close();
  });

  it('delays answers and ends watches by its own clock', async () => {
    const fork = await template.fork();
    const watch = await fork.fetch('/api/v1/pods?watch=1&timeoutSeconds=30&resourceVersion=0');
    await fork.faults.add({ path: '/api/v1/nodes', latency: 5000 });
    const nodes = fork.fetch('/api/v1/nodes');
    await fork.clock.step(30_000);
    expect((await nodes).status).toBe(200);
    expect((await watch.text()).split('\n').length).toBeGreaterThan(3);
    await fork.close();
  });

  it('returns to its initial state on a reset', async () => {
    const fork = await template.fork();
    const before = await fork.export();
    for (let round = 0; round < 2; round++) {
      await fork.client.delete(WEB);
      await fork.clock.step(MINUTE);
      expect(await phases(fork)).toEqual(['Running']);
      await fork.reset();
      expect(await fork.export()).toBe(before);
      expect(await phases(fork)).toHaveLength(3);
      expect(await fork.clock.now()).toBe(Date.UTC(2024, 0, 15, 9, 1));
    }
    await fork.close();
  });

  it('rejects a start that is not a time', async () => {
    await expect(createTestCluster({ startTime: 'yesterday' })).rejects.toThrow(
      'createTestCluster: the option startTime must be a time as ISO 8601 text, not "yesterday"',
    );
  });
});
