import { expect, test } from 'vitest';
import type { Lease } from '../../src/api/kinds/coordination-v1.generated.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { seededRandom } from '../scheduler/fake-cluster.ts';
import { openSimulatedCluster } from './simulated-cluster.ts';

const LEASES = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', namespace: 'kube-node-lease' };
const NODES = 40;

test('The heartbeats of nodes created together are spread over the period', async () => {
  const clock = new ManualClock();
  const cluster = await openSimulatedCluster(NODES, 'simulation', { clock, random: seededRandom() });
  await clock.advance(60_000);
  const { items } = await cluster.client.list<Lease>(LEASES);
  const seconds = items.map(({ spec }) => spec?.renewTime?.slice(0, 19) ?? '');
  expect(items).toHaveLength(NODES);
  expect(Math.min(...seconds.map((second) => Date.parse(`${second}Z`)))).toBeGreaterThan(60_000 - 12_000);
  for (const second of seconds) expect(seconds.filter((other) => other === second).length).toBeLessThan(NODES / 3);
  await cluster.close();
});
