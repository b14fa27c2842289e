import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Lease } from '../../src/api/kinds/coordination-v1.generated.ts';
import type { Node } from '../../src/api/kinds/core-v1.generated.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { seededRandom } from '../scheduler/fake-cluster.ts';
import { openSimulatedCluster, type SimulatedCluster } from './simulated-cluster.ts';

const LEASES = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', namespace: 'kube-node-lease' };
const NODES = { group: '', version: 'v1', resource: 'nodes' };
const COUNT = 40;

let clock: ManualClock;
let cluster: SimulatedCluster;
beforeEach(async () => {
  clock = new ManualClock();
  cluster = await openSimulatedCluster(COUNT, 'simulation,nodelifecycle', { clock, random: seededRandom() });
  await clock.advance(60_000);
});
afterEach(() => cluster.close());

/** Returns the condition Ready of all nodes. */
async function readiness() {
  const { items } = await cluster.client.list<Node>(NODES);
  return items.map(({ status }) => status?.conditions?.find(({ type }) => type === 'Ready'));
}

test('The heartbeats of nodes that were created together spread over their period', async () => {
  const { items } = await cluster.client.list<Lease>(LEASES);
  const seconds = items.map(({ spec }) => spec?.renewTime?.slice(0, 19) ?? '');
  expect(items).toHaveLength(COUNT);
  expect(Math.min(...seconds.map((second) => Date.parse(`${second}Z`)))).toBeGreaterThan(60_000 - 12_000);
  for (const second of seconds) expect(seconds.filter((other) => other === second).length).toBeLessThan(COUNT / 3);
});

test('Nodes stay ready when the whole process was suspended, because nobody could have seen their heartbeats', async () => {
  const before = await readiness();
  clock.suspend(300_000);
  await clock.advance(60_000);
  const times = (conditions: typeof before) => conditions.map((ready) => [ready?.status, ready?.lastTransitionTime]);
  expect(times(await readiness())).toEqual(times(before));
});

test('A node that is down is found after a suspension, too, once it has been silent for its grace period', async () => {
  const name = 'simulated-node-7';
  const annotations = { 'simulation.tabplane.dev/down': 'true' };
  await cluster.client.patch({ ...NODES, name }, 'merge', { metadata: { annotations } });
  clock.suspend(300_000);
  await clock.advance(60_000);
  const node = await cluster.client.get<Node>({ ...NODES, name });
  expect(node.status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('Unknown');
  expect((await readiness()).filter((ready) => ready?.status === 'True')).toHaveLength(COUNT - 1);
});
