import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Node } from '../../../src/api/kinds/core-v1.generated.ts';
import { answerNode } from '../../../src/simulation/kubelet/node-endpoints.ts';
import { openSteeredPods, type SteeredPods } from '../pods/steered-pods.ts';

let pods: SteeredPods;
beforeAll(async () => {
  pods = await openSteeredPods();
  await pods.create({}, 'web');
  await pods.clock.advance(8000);
});
afterAll(() => pods.close());

const proxied = (path: string) => pods.cluster.request(`/api/v1/nodes/simulated-node-0/proxy/${path}`);

test('A kubelet lists the pods of its node', async () => {
  const { kind, items } = await (await proxied('pods')).json();
  expect([kind, items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)]).toEqual([
    'PodList',
    ['web'],
  ]);
  expect((await (await proxied('runningpods/')).json()).items).toHaveLength(1);
});

test('A kubelet writes its responses like Go, with escaped markup', async () => {
  await pods.patch({ metadata: { annotations: { note: '<&>' } } }, undefined, 'web');
  const list = await (await proxied('pods')).text();
  expect(list).toContain(String.raw`"note":"\u003c\u0026\u003e"`);
  expect(list.endsWith('\n')).toBe(true);
  expect(await (await proxied('stats/summary')).text()).toMatch(/^{\n "node": {\n {2}"nodeName": "simulated-node-0"/);
});

test('A kubelet without pods lists null', async () => {
  const empty = { node: {} as Node, pods: [], now: 0 };
  const response = answerNode(new URL('http://node/pods'), () => empty);
  expect(await response?.json()).toEqual({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: null });
});

test('A kubelet reports the resource usage of its pods', async () => {
  const { node, pods: used } = await (await proxied('stats/summary')).json();
  expect(node).toMatchObject({ nodeName: 'simulated-node-0', cpu: { usageNanoCores: expect.any(Number) } });
  expect(used).toMatchObject([{ podRef: { name: 'web', namespace: 'default' }, containers: [{ name: 'app' }] }]);
  const resources = await (await proxied('metrics/resource')).text();
  expect(resources).toMatch(
    /container_memory_working_set_bytes{container="app",namespace="default",pod="web"} \d+ \d+\n/,
  );
  expect(await (await proxied('metrics')).text()).toContain('\nkubelet_running_pods 1\n');
});

test('A kubelet serves its configuration and health, and answers other paths with 404', async () => {
  expect((await (await proxied('configz')).json()).kubeletconfig).toMatchObject({
    maxPods: 110,
    clusterDomain: 'cluster.local',
  });
  expect(await (await proxied('healthz')).text()).toBe('ok');
  expect((await proxied('none')).status).toBe(404);
});
