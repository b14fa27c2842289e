import { expect, test } from 'vitest';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { conditionOf } from '../../../src/client/objects/condition-of.ts';
import { openSimulatedCluster } from '../simulated-cluster.ts';

const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };
const POD = { ...PODS, name: 'web' };

test('The kubelet reverts the readiness of a running pod that another client has written', async () => {
  const { client, close } = await openSimulatedCluster(1);
  const ready = async () => conditionOf((await client.get<Pod>(POD)).status?.conditions, 'Ready');
  await expect
    .poll(() =>
      client
        .create(PODS, { metadata: { name: 'web' }, spec: { containers: [{ name: 'web', image: 'nginx' }] } })
        .catch((error: { reason?: string }) => error.reason),
    )
    .toBe('AlreadyExists');
  await expect.poll(async () => (await ready())?.status, { timeout: 10_000 }).toBe('True');

  // The node lifecycle controller writes this when a node seems to be lost.
  const conditions = [{ type: 'Ready', status: 'False', reason: 'Lost', message: 'No heartbeats.' }];
  await client.patch({ ...POD, subresource: 'status' }, 'strategic', { status: { conditions } });
  await expect.poll(async () => (await ready())?.status).toBe('True');
  const { metadata, status } = await client.get<Pod>(POD);
  expect(conditionOf(status?.conditions, 'Ready')).toMatchObject({ status: 'True' });
  expect(conditionOf(status?.conditions, 'Ready')?.reason).toBeUndefined();
  // The kubelet writes once.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await client.get<Pod>(POD)).metadata.resourceVersion).toBe(metadata.resourceVersion);
  await close();
});
