import { expect, test } from 'vitest';
import type { LabelSelector } from '../../src/api/kinds/meta-v1.generated.ts';
import { FakeCluster, podNamed } from './fake-cluster.ts';

const OWNER = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u', controller: true };

/** A cluster with a pod's ReplicaSet, and functions that change it. */
function clusterWith(selector?: LabelSelector) {
  const fake = new FakeCluster();
  const metadata = { name: 'web', namespace: 'default' };
  const setReplicaSet = (next: LabelSelector) =>
    fake.replicaSets.set({ kind: 'ReplicaSet', apiVersion: 'apps/v1', metadata, spec: { selector: next } });
  if (selector) setReplicaSet(selector);
  const setService = (name: string, pairs: Record<string, string>, namespace = 'default') =>
    fake.services.set({ kind: 'Service', apiVersion: 'v1', metadata: { name, namespace }, spec: { selector: pairs } });
  const selectorOf = (name = 'p') => {
    const labels = { app: 'web', tier: 'front' };
    const pod = podNamed(name, {
      metadata: { name, namespace: 'default', uid: name, labels, ownerReferences: [OWNER] },
    });
    return fake.cluster.owners.selectorOf(pod);
  };
  return { setReplicaSet, setService, selectorOf };
}

test('A pod is grouped with the pods that match its controller and all Services that select it', () => {
  const { setService, selectorOf } = clusterWith({ matchExpressions: [{ key: 'tier', operator: 'Exists' }] });
  expect(`${selectorOf()}`).toBe('tier');
  setService('web', { app: 'web' });
  setService('other', { app: 'other' });
  setService('none', {});
  setService('elsewhere', { tier: 'front' }, 'elsewhere');
  expect(`${selectorOf()}`).toBe('app=web,tier');
  setService('front', { tier: 'front' });
  expect(`${selectorOf()}`).toBe('app=web,tier=front,tier');
});

test('A pod without a controller and Services is in no group', () => {
  expect(clusterWith().selectorOf()).toBeUndefined();
  expect(clusterWith({}).selectorOf()).toBeUndefined();
});

test('The replicas of a workload share one selector until the workload or a Service changes', () => {
  const { setReplicaSet, setService, selectorOf } = clusterWith({ matchLabels: { app: 'web' } });
  setService('front', { tier: 'front' });
  expect(selectorOf('a')).toBe(selectorOf('b'));
  setReplicaSet({ matchExpressions: [{ key: 'app', operator: 'Exists' }] });
  expect(`${selectorOf()}`).toBe('app,tier=front');
  setService('front', { app: 'web' });
  expect(`${selectorOf()}`).toBe('app=web,app');
});
