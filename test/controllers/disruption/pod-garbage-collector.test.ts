import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterClock } from '../../../src/api/cluster-clock.ts';
import { podGarbageCollector } from '../../../src/controllers/disruption/pod-garbage-collector.ts';
import { systemClock } from '../../../src/hosts/platform.ts';
import { openControlledServer } from '../controlled-server.ts';

const PODS = '/api/v1/namespaces/default/pods';
const containers = [{ name: 'app', image: 'app:1' }];

describe('the pod garbage collector, with only the permissions of its role', () => {
  const clock = new ClusterClock(systemClock);
  let controlled: Awaited<ReturnType<typeof openControlledServer>>;
  beforeAll(async () => {
    controlled = await openControlledServer([podGarbageCollector], clock);
    await controlled.create('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  });
  afterAll(() => controlled.close());

  const pod = async (name: string) => (await controlled.ask(`${PODS}/${name}`)).body;

  it('fails and deletes the pods of a missing node', async () => {
    const metadata = { name: 'lost', finalizers: ['example.com/hold'] };
    await controlled.create(PODS, { metadata, spec: { containers, nodeName: 'gone' } });
    await clock.advanceTo(clock.now() + 30_000);
    expect((await pod('lost')).metadata.deletionTimestamp).toBeUndefined();
    await clock.advanceTo(clock.now() + 45_000);
    await expect.poll(async () => (await pod('lost')).metadata.deletionTimestamp).toBeDefined();
    expect((await pod('lost')).status).toMatchObject({
      phase: 'Failed',
      conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByPodGC' }],
    });
  });

  it('fails pods that were deleted before they had a node', async () => {
    await controlled.create(PODS, {
      metadata: { name: 'held', finalizers: ['example.com/hold'] },
      spec: { containers },
    });
    await controlled.ask(`${PODS}/held`, 'DELETE');
    await expect.poll(async () => (await pod('held')).metadata.deletionTimestamp).toBeDefined();
    const phaseLater = async () => {
      await clock.advanceTo(clock.now() + 15_000);
      return (await pod('held')).status.phase;
    };
    await expect.poll(phaseLater).toBe('Failed');
  });

  it('deletes the terminating pods of a node when it goes out of service', async () => {
    await controlled.create('/api/v1/nodes', { metadata: { name: 'broken' } });
    await controlled.create(PODS, { metadata: { name: 'stuck' }, spec: { containers, nodeName: 'broken' } });
    await controlled.ask(`${PODS}/stuck`, 'DELETE');
    await clock.advanceTo(clock.now() + 60_000);
    expect((await pod('stuck')).metadata.deletionTimestamp).toBeDefined();
    const taints = [{ key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' }];
    await controlled.merge('/api/v1/nodes/broken', { spec: { taints } });
    const codeLater = async () => {
      await clock.advanceTo(clock.now() + 15_000);
      return await controlled.codeOf(`${PODS}/stuck`);
    };
    await expect.poll(codeLater).toBe(404);
  });
});
