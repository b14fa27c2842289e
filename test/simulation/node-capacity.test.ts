import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Node } from '../../src/api/kinds/core-v1.generated.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { openSimulatedCluster, type SimulatedCluster } from './simulated-cluster.ts';

const NODE = { group: '', version: 'v1', resource: 'nodes', name: 'simulated-node-0' };

const clock = new ManualClock();
let cluster: SimulatedCluster;
beforeAll(async () => {
  cluster = await openSimulatedCluster(1, 'scheduler,simulation', { clock });
  await clock.advance(5000);
});
afterAll(() => cluster.close());

const patch = async (status: object) => {
  await cluster.client.patch({ ...NODE, subresource: 'status' }, 'strategic', { status });
  await clock.advance(2000);
};
const allocatable = async () => (await cluster.client.get<Node>(NODE)).status?.allocatable;

test('Added capacity of a node becomes allocatable, and removed capacity is no longer allocatable', async () => {
  await patch({ capacity: { 'example.com/gpu': '4' } });
  expect(await allocatable()).toMatchObject({ 'example.com/gpu': '4', cpu: '32' });
  await patch({ capacity: { 'example.com/gpu': '8' } });
  expect(await allocatable()).toMatchObject({ 'example.com/gpu': '8' });
  await patch({ capacity: { 'example.com/gpu': null } });
  expect(await allocatable()).not.toHaveProperty('example.com/gpu');
});

test('Reserved resources stay reserved when the capacity changes', async () => {
  await patch({ allocatable: { cpu: '31500m', memory: '250Gi' } });
  await patch({ capacity: { cpu: '16' } });
  expect(await allocatable()).toMatchObject({ cpu: '15500m', memory: '250Gi' });
});

test('A node that was down makes the capacity allocatable that it has got since', async () => {
  const setDown = (value: string | null) =>
    cluster.client.patch(NODE, 'merge', { metadata: { annotations: { 'simulation.tabplane.dev/down': value } } });
  await setDown('true');
  await patch({ capacity: { cpu: '64', 'example.com/disk': '2' } });
  expect(await allocatable()).not.toHaveProperty('example.com/disk');
  await setDown(null);
  await clock.advance(2000);
  expect(await allocatable()).toMatchObject({ cpu: '63500m', 'example.com/disk': '2' });
});

test('After a restart, allocatable resources have at most the capacity, and reserved resources stay reserved', async () => {
  await cluster.restart(async () => {
    await patch({ capacity: { cpu: '8', 'example.com/card': '3' } });
  });
  await clock.advance(2000);
  expect(await allocatable()).toMatchObject({ cpu: '8', memory: '250Gi', 'example.com/card': '3' });
});
