import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pod } from '../../src/api/kinds/core-v1.generated.ts';
import { openSimulatedCluster, type SimulatedCluster } from '../simulation/simulated-cluster.ts';

const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };

describe('a pod with a nominated node', () => {
  let cluster: SimulatedCluster;
  beforeAll(async () => {
    cluster = await openSimulatedCluster(0, 'scheduler');
    await cluster.client.create({ ...PODS, resource: 'serviceaccounts' }, { metadata: { name: 'default' } });
  });
  afterAll(() => cluster.close());

  const statusOf = async (name: string) => (await cluster.client.get<Pod>({ ...PODS, name })).status;
  const nominated = async (name: string, spec: object = {}) => {
    const gates = [{ name: 'example.com/wait' }];
    const containers = [{ name: 'app', image: 'nginx' }];
    await cluster.client.create(PODS, { metadata: { name }, spec: { containers, schedulingGates: gates, ...spec } });
    await cluster.client.patch({ ...PODS, name, subresource: 'status' }, 'merge', {
      status: { nominatedNodeName: 'gone' },
    });
    await cluster.client.patch({ ...PODS, name }, 'merge', { spec: { schedulingGates: null } });
  };

  it('loses the nomination when there are no nodes', async () => {
    await nominated('alone');
    await expect.poll(async () => (await statusOf('alone'))?.conditions?.[0]?.reason).toBe('Unschedulable');
    const status = await statusOf('alone');
    expect(status?.conditions?.[0]?.message).toBe('no nodes available to schedule pods');
    expect(status?.nominatedNodeName).toBeUndefined();
  });

  it('loses the nomination when its affinity names a node that does not exist', async () => {
    await cluster.client.create({ group: '', version: 'v1', resource: 'nodes' }, { metadata: { name: 'here' } });
    const nodeSelectorTerms = [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['gone'] }] }];
    const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } };
    await nominated('lost', { affinity: { nodeAffinity: required } });
    await expect.poll(async () => (await statusOf('lost'))?.conditions?.[0]?.reason).toBe('SchedulerError');
    const status = await statusOf('lost');
    expect(status?.conditions?.[0]?.message).toBe('nodeinfo not found for node name "gone"');
    expect(status?.nominatedNodeName).toBeUndefined();
  });
});
