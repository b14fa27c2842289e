import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Cluster, createCluster, type ForkableCluster } from '../../src/hosts/core.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };

const configMap = (name: string, data: Record<string, string> = { color: 'grey' }) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});

const GREY = { color: 'grey' };

const SEED = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: seed}
data: {color: red}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
`;

/** A node and an aggregated API that are not simulated. */
const OUTSIDE = `
apiVersion: v1
kind: Node
metadata: {name: outside}
status: {addresses: [{type: InternalIP, address: 192.0.2.1}]}
---
apiVersion: v1
kind: Service
metadata: {name: outside}
spec: {type: ExternalName, externalName: outside.example.com}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.outside.example.com}
spec:
  group: outside.example.com
  version: v1
  groupPriorityMinimum: 100
  versionPriority: 100
  insecureSkipTLSVerify: true
  service: {name: outside, namespace: default}
`;

const dataOf = async (cluster: Cluster) =>
  Object.fromEntries(
    (await cluster.client.list<ReturnType<typeof configMap>>(CONFIG_MAPS)).items
      .filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt')
      .map(({ metadata, data }) => [metadata.name, data]),
  );
const runningPods = async (cluster: Cluster) =>
  (await cluster.client.list<{ status?: { phase?: string } }>(PODS)).items.filter(
    ({ status }) => status?.phase === 'Running',
  ).length;

describe('a fork', () => {
  let template: ForkableCluster;
  beforeAll(async () => {
    template = await createCluster({ seed: SEED, users: { alice: {} } });
    await template.clock.step(30_000);
    expect(await runningPods(template)).toBe(1);
  });
  afterAll(() => template.close());

  it('starts with the state of its parent, including custom resources and users', async () => {
    const fork = await template.fork();
    expect(await fork.export()).toBe(await template.export());
    expect((await fork.fetch('/apis/example.com/v1/widgets')).status).toBe(200);
    expect((await fork.fetch('/api/v1/pods', { headers: { authorization: 'Bearer alice' } })).status).toBe(403);
    await fork.close();
  });

  it('shares no changes with its parent or other forks', async () => {
    const [one, other] = [await template.fork(), await template.fork()];
    await one.load([configMap('one'), configMap('seed', { color: 'blue' })]);
    await other.client.delete({ ...CONFIG_MAPS, name: 'seed' });
    await template.load([configMap('parent')]);
    const late = await one.fork();
    await late.load([configMap('late')]);
    expect(await dataOf(one)).toEqual({ one: GREY, seed: { color: 'blue' } });
    expect(await dataOf(other)).toEqual({});
    expect(await dataOf(late)).toEqual({ late: GREY, one: GREY, seed: { color: 'blue' } });
    expect(await dataOf(template)).toEqual({ parent: GREY, seed: { color: 'red' } });
    await template.client.delete({ ...CONFIG_MAPS, name: 'parent' });
    await Promise.all([one.close(), other.close(), late.close()]);
  });

  it('defines its own kinds', async () => {
    const fork = await template.fork();
    await fork.load(SEED.split('---')[0]?.replaceAll('widget', 'gadget').replaceAll('Widget', 'Gadget') ?? '');
    expect((await fork.fetch('/apis/example.com/v1/gadgets')).status).toBe(200);
    expect((await template.fetch('/apis/example.com/v1/gadgets')).status).toBe(404);
    await fork.client.delete({
      ...{ group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' },
      name: 'widgets.example.com',
    });
    await expect.poll(async () => (await fork.fetch('/apis/example.com/v1/widgets')).status).toBe(404);
    expect((await template.fetch('/apis/example.com/v1/widgets')).status).toBe(200);
    await fork.close();
  });

  it('has separate controllers, which act on writes and as time passes', async () => {
    const fork = await template.fork();
    await fork.client.patch(
      { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default', name: 'web' },
      'merge',
      {
        spec: { replicas: 3 },
      },
    );
    await fork.clock.step(30_000);
    expect(await runningPods(fork)).toBe(3);
    expect(await runningPods(template)).toBe(1);
    await fork.close();
  });

  it('has a separate clock and separate faults', async () => {
    const fork = await template.fork();
    await fork.clock.pause();
    await fork.clock.step(3_600_000);
    await fork.faults.add({ status: 500 });
    expect(Math.abs((await template.clock.now()) - Date.now())).toBeLessThan(60_000);
    expect((await template.fetch('/api/v1/pods')).status).toBe(200);
    const next = await fork.fork();
    expect(await next.clock.now()).toBe(await fork.clock.now());
    await Promise.all([fork.close(), next.close()]);
  });

  it('can be reset to the seed, and restored from a snapshot', async () => {
    const fork = await template.fork();
    const snapshot = await fork.snapshot();
    await fork.load([configMap('later')]);
    await fork.restore(snapshot);
    expect(await dataOf(fork)).toEqual({ seed: { color: 'red' } });
    await fork.load([configMap('later')]);
    await fork.reset();
    expect(await dataOf(fork)).toEqual({ seed: { color: 'red' } });
    await fork.close();
  });

  it('sends no requests to the network for its nodes, services and metrics, before and after a reset', async () => {
    const sent = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('sent to the network'));
    const fork = await template.fork();
    await fork.load(OUTSIDE);
    await fork.clock.step(120_000);
    expect((await fork.fetch('/apis/metrics.k8s.io/v1beta1/nodes')).status).toBe(200);
    expect((await fork.fetch('/apis/outside.example.com/v1')).status).toBe(503);
    expect(await (await fork.fetch('/api/v1/nodes/outside/proxy/metrics')).text()).toContain('no route to host');
    await fork.reset();
    await fork.clock.step(120_000);
    await fork.close();
    expect(sent.mock.calls.map(([request]) => new Request(request).url)).toEqual([]);
    sent.mockRestore();
  });

  it('outlives its parent', async () => {
    const parent = await createCluster({ controllers: false, seed: [configMap('seed')] });
    const fork = await parent.fork();
    await parent.close();
    await fork.load([configMap('later')]);
    expect(await dataOf(fork)).toEqual({ later: GREY, seed: GREY });
    await fork.close();
  });

  it('continues the revisions of its parent without its watch history', async () => {
    const { metadata } = await template.client.list(CONFIG_MAPS);
    const fork = await template.fork();
    const [written] = await fork.load([configMap('later')]);
    expect(Number(written?.metadata.resourceVersion)).toBeGreaterThan(Number(metadata.resourceVersion));
    const response = await fork.fetch('/api/v1/configmaps?watch=1&resourceVersion=1');
    expect(await response.text()).toContain('too old resource version: 1');
    await fork.close();
  });
});
