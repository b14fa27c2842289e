import { expect, test } from 'vitest';
import type { ReplicaOwner } from '../../../../src/controllers/workloads/replicas/replica-owner.ts';
import {
  affectsOwner,
  isStatusChanged,
  replicaStatus,
} from '../../../../src/controllers/workloads/replicas/replica-status.ts';
import { podWith, template } from '../pods.ts';

const now = Date.parse('2024-06-01T00:00:00Z');
const owner = (status?: ReplicaOwner['status']): ReplicaOwner => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web', generation: 4 },
  spec: { replicas: 3, minReadySeconds: 60, template: template({ app: 'web' }) },
  status,
});
const FAILED = {
  type: 'ReplicaFailure',
  status: 'True',
  lastTransitionTime: '2024-06-01T00:00:00Z',
  reason: 'FailedCreate',
  message: 'quota',
};

test('The counts distinguish fully labeled, ready and available pods', () => {
  const pods = [
    podWith({ name: 'a', labels: { app: 'web', more: 'x' }, readySince: '2024-05-31T00:00:00Z' }),
    podWith({ name: 'b', labels: { app: 'other' }, readySince: '2024-05-31T23:59:30Z' }),
    podWith({ name: 'c', labels: { app: 'web' } }),
  ];
  const counts = { replicas: 3, fullyLabeledReplicas: 2, readyReplicas: 2, availableReplicas: 1 };
  expect(replicaStatus(owner(), pods, now, undefined)).toMatchObject({ ...counts, observedGeneration: 4 });
});

test('A failure to create pods is a condition, which keeps its first message and is removed on success', () => {
  const failed = replicaStatus(owner(), [], now, 'quota');
  expect(failed.conditions).toEqual([FAILED]);
  expect(replicaStatus(owner(failed), [], now + 5000, 'another').conditions).toEqual([FAILED]);
  expect(replicaStatus(owner(failed), [], now + 5000, undefined).conditions).toBeUndefined();
});

test('A failure to delete surplus pods has a different reason', () => {
  const pods = ['a', 'b', 'c', 'd'].map((name) => podWith({ name }));
  expect(replicaStatus(owner(), pods, now, 'no').conditions).toMatchObject([{ reason: 'FailedDelete' }]);
});

test('A status is written only when a count, the generation or a condition differs', () => {
  const status = { replicas: 1, observedGeneration: 4 };
  expect(isStatusChanged(owner(status), { ...status, readyReplicas: undefined })).toBe(false);
  expect(isStatusChanged(owner(status), { ...status, readyReplicas: 1 })).toBe(true);
  expect(isStatusChanged(owner(status), { ...status, observedGeneration: 5 })).toBe(true);
  expect(isStatusChanged(owner(status), { ...status, conditions: [FAILED] })).toBe(true);
});

test('An update of a pod affects its owner when it changes a count or the ownership', () => {
  const pod = podWith({ name: 'a', labels: { app: 'web' }, readySince: '2024-05-31T00:00:00Z' });
  const { metadata, status } = pod;
  const bound = {
    ...pod,
    metadata: { ...metadata, labels: { app: 'web' } },
    spec: { containers: null, nodeName: 'n' },
  };
  expect(affectsOwner(bound, pod)).toBe(false);
  expect(affectsOwner({ ...pod, metadata: { ...metadata, labels: { app: 'other' } } }, pod)).toBe(true);
  expect(affectsOwner({ ...pod, metadata: { ...metadata, ownerReferences: [] } }, pod)).toBe(true);
  expect(affectsOwner({ ...pod, metadata: { ...metadata, deletionTimestamp: '2024-06-01T00:00:00Z' } }, pod)).toBe(
    true,
  );
  expect(affectsOwner({ ...pod, status: { ...status, phase: 'Failed' } }, pod)).toBe(true);
  expect(affectsOwner(podWith({ name: 'a', labels: { app: 'web' } }), pod)).toBe(true);
  const readyAgain = podWith({ name: 'a', labels: { app: 'web' }, readySince: '2024-05-31T00:00:01Z' });
  expect(affectsOwner(readyAgain, pod)).toBe(true);
});
