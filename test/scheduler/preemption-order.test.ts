import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pod } from '../../src/api/kinds/core-v1.generated.ts';
import { openSimulatedCluster, type SimulatedCluster } from '../simulation/simulated-cluster.ts';

const core = (resource: string) => ({ group: '', version: 'v1', resource });
const PODS = { ...core('pods'), namespace: 'default' };

let cluster: SimulatedCluster;
beforeAll(async () => {
  cluster = await openSimulatedCluster(0, 'scheduler');
});
afterAll(() => cluster.close());

test('A pod gets its nominated node after its victims have been deleted', async () => {
  const { client } = cluster;
  await client.create({ ...PODS, resource: 'serviceaccounts' }, { metadata: { name: 'default' } });
  const room = { cpu: '1', memory: '1Gi', pods: '10' };
  await client.create(core('nodes'), { metadata: { name: 'only' } });
  await client.patch({ ...core('nodes'), name: 'only', subresource: 'status' }, 'merge', {
    status: { capacity: room, allocatable: room },
  });
  await client.patch({ ...core('nodes'), name: 'only' }, 'merge', { spec: { taints: null } });
  const create = (name: string, spec: object = {}) => {
    const containers = [{ name: 'app', image: 'nginx', resources: { requests: { cpu: '1' } } }];
    return client.create(PODS, { metadata: { name }, spec: { containers, ...spec } });
  };
  const find = (name: string) => client.get<Pod>({ ...PODS, name });
  await create('low');
  await expect.poll(async () => (await find('low')).spec?.nodeName).toBe('only');
  await create('high', { priorityClassName: 'system-cluster-critical' });
  await expect.poll(async () => (await find('high')).status?.nominatedNodeName).toBe('only');
  const [low, high] = [await find('low'), await find('high')];
  expect(low.metadata.deletionTimestamp).toBeDefined();
  expect(Number(high.metadata.resourceVersion)).toBeGreaterThan(Number(low.metadata.resourceVersion));
});
