import { expect, it } from 'vitest';
import type { Pod } from '../../src/api/kinds/core-v1.generated.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { seededRandom } from '../scheduler/fake-cluster.ts';
import { openSimulatedCluster } from './simulated-cluster.ts';

const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };

/** Runs pods for a minute of a stepped clock. Returns their final states. */
async function run(seed: number): Promise<unknown[]> {
  const clock = new ManualClock();
  const cluster = await openSimulatedCluster(4, 'scheduler,simulation,nodelifecycle,nodeipam,serviceaccount', {
    clock,
    random: seededRandom(seed),
  });
  await clock.advance(5000);
  const images = ['nginx', 'registry.example/crash:1', 'app:missing', 'nginx', 'nginx', 'nginx'];
  for (const [index, image] of images.entries())
    await cluster.client.create(PODS, {
      metadata: { name: `pod-${index}` },
      spec: { containers: [{ name: 'app', image }] },
    });
  await clock.advance(60_000);
  const { items } = await cluster.client.list<Pod>(PODS);
  await cluster.close();
  return items.map(({ metadata, spec, status }) => ({ name: metadata.name, node: spec?.nodeName, status }));
}

it('the same pods run on the same nodes at the same times with the same seed and a stepped clock', async () => {
  const first = await run(1);
  expect(first).toEqual(await run(1));
  expect(first).toMatchObject([
    { status: { phase: 'Running' } },
    { status: { containerStatuses: [{ lastState: { terminated: { exitCode: 1 } } }] } },
    { status: { containerStatuses: [{ state: { waiting: {} } }] } },
    { status: { phase: 'Running' } },
    { status: { phase: 'Running' } },
    { status: { phase: 'Running' } },
  ]);
}, 60_000);
