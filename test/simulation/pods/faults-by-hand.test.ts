import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { createTestCluster, type TestCluster } from '../../../src/hosts/testing/testing.ts';

const WEB = { group: '', version: 'v1', resource: 'pods', namespace: 'default', name: 'web' };

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await createTestCluster({
    seed: `
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: default}
spec: {containers: [{name: web, image: nginx}]}`,
  });
});
afterAll(() => cluster.close());

/** Annotates the running pod, lets a minute pass, and returns the status of its container. */
async function containerWith(annotation: string, value: string | null) {
  const annotations = { [`simulation.tabplane.dev/${annotation}`]: value };
  await cluster.client.patch(WEB, 'merge', { metadata: { annotations } });
  await cluster.clock.step('1m');
  const { status } = await cluster.client.get<Pod>(WEB);
  return status?.containerStatuses?.[0];
}

test('a running container whose readiness probe is let fail is not ready until the fault is removed', async () => {
  expect(await containerWith('failing-probe', 'readiness')).toMatchObject({ ready: false, restartCount: 0 });
  expect(await containerWith('failing-probe', null)).toMatchObject({ ready: true, restartCount: 0 });
});

test('a running container that is let crash restarts until the fault is removed', async () => {
  const crashing = await containerWith('fault', 'crash-loop');
  expect(crashing?.ready).toBe(false);
  expect(crashing?.restartCount).toBeGreaterThan(1);
  await containerWith('fault', null);
  await cluster.clock.step('5m');
  expect(await containerWith('fault', null)).toMatchObject({ ready: true });
});
