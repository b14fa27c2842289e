import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { createTestCluster, type TestCluster } from '../../../src/hosts/testing/testing.ts';
import { askWhy, chainOf, deployment } from './why-cluster.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };
const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'shop' };
const WEB = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' };
const LEASE = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', namespace: 'kube-node-lease' };

/** Reports for a node and its pods once, as a kubelet would that lives by another clock. */
async function report({ client, clock }: TestCluster): Promise<void> {
  const now = new Date(await clock.now()).toISOString();
  const time = `${now.slice(0, 19)}Z`;
  const ready = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: '', lastHeartbeatTime: time };
  await client.patch({ ...NODES, name: 'a', subresource: 'status' }, 'strategic', {
    status: { conditions: [{ ...ready, lastTransitionTime: time }] },
  });
  await client.apply({ ...LEASE, name: 'a' }, leaseAt(`${now.slice(0, 23)}000Z`), {
    fieldManager: 'kubelet',
    force: true,
  });
  for (const { metadata, spec } of (await client.list<Pod>(PODS)).items) {
    if (spec?.nodeName !== 'a') continue;
    const conditions = ['Initialized', 'ContainersReady', 'Ready'].map((type) => ({
      type,
      status: 'True',
      lastTransitionTime: time,
    }));
    await client.patch({ ...PODS, name: metadata.name ?? '', subresource: 'status' }, 'strategic', {
      status: { phase: 'Running', startTime: time, conditions },
    });
  }
}

const leaseAt = (renewTime: string) => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: 'a', namespace: 'kube-node-lease' },
  spec: { holderIdentity: 'a', leaseDurationSeconds: 40, renewTime },
});

/** Returns a cluster with one pod on a simulated node and four on node a, whose kubelet reported before an hour passed. */
async function movedCluster(): Promise<TestCluster> {
  const cluster = await createTestCluster({
    seed: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}',
    simulatedNodes: 1,
  });
  await cluster.load(deployment('tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists}]'));
  await cluster.clock.step('10s');
  await cluster.client.patch({ ...NODES, name: 'simulated-node-0' }, 'merge', { spec: { unschedulable: true } });
  await cluster.load(`
apiVersion: v1
kind: Node
metadata: {name: a}
status: {allocatable: {cpu: 8, memory: 16Gi, pods: 110}, capacity: {cpu: 8, memory: 16Gi, pods: 110}}`);
  await report(cluster);
  await cluster.client.patch(WEB, 'merge', { spec: { replicas: 5 } });
  await cluster.clock.step('5s');
  await report(cluster);
  await cluster.clock.step('5s');
  return cluster;
}

describe('a node whose kubelet lives by another clock', () => {
  test('is explained by the move of the clock, from the count of a deployment on', async () => {
    const cluster = await movedCluster();
    expect((await askWhy(cluster, 'deployments/web')).sentence).toBe('5 of 5 available. Nothing is wrong with it.');
    await cluster.clock.step('1h');
    const why = await askWhy(cluster, 'deployments/web');
    expect(chainOf(why)).toEqual(['pods-not-ready', 'node-stopped-reporting', 'clock-moved']);
    expect(why.sentence).toBe(
      '1 of 5 available: four pods are not ready since 09:02 UTC, because their node stopped reporting, because the clock was moved by an hour.',
    );
    await cluster.close();
  });

  test('has the node, its Lease and the move as evidence', async () => {
    const cluster = await movedCluster();
    await cluster.clock.step('1h');
    const [pods] = (await askWhy(cluster, 'deployments/web')).causes;
    const [node] = pods?.because ?? [];
    expect(pods?.evidence.map(({ object }) => object?.kind)).toEqual(['Pod', 'Pod', 'Pod', 'Pod']);
    expect(node?.evidence.map(({ object }) => `${object?.kind} ${object?.name}`)).toEqual(['Node a', 'Lease a']);
    expect(node?.because[0]?.evidence[0]?.text).toBe('last report before the clock moved from 09:01 UTC to 10:01 UTC');
    await cluster.close();
  });

  test('reports again with the fix, which a dry run accepts', async () => {
    const cluster = await movedCluster();
    await cluster.clock.step('1h');
    const { fix } = (await askWhy(cluster, '/nodes/a')).causes[0]?.because[0] ?? {};
    expect(fix?.text).toBe('Simulate node a');
    const send = (query: string) =>
      cluster.client.request(`${fix?.path}${query}`, {
        method: fix?.method ?? '',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify(fix?.patch),
      });
    expect((await send('?dryRun=All')).status).toBe(200);
    await cluster.clock.step('30s');
    expect((await askWhy(cluster, '/nodes/a')).state).toBe('Not ready');
    await send('');
    await cluster.clock.step('30s');
    expect((await askWhy(cluster, '/nodes/a')).state).toBe('Ready');
    await cluster.close();
  });

  test('is not explained by a move that it outlived', async () => {
    const cluster = await movedCluster();
    await cluster.clock.step('1h');
    await report(cluster);
    await cluster.clock.step('30s');
    await cluster.clock.step('30s');
    const [node] = (await askWhy(cluster, '/nodes/a')).causes;
    expect(node?.because[0]?.rule).toBe('node-not-simulated');
    await cluster.close();
  });
});
