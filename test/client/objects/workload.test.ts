import { describe, expect, test } from 'vitest';
import {
  controlledBy,
  podCounts,
  podSelector,
  progressOf,
  type Workload,
} from '../../../src/client/objects/workload.ts';

const workload = (more: Partial<Workload>): Workload => ({
  apiVersion: 'apps/v1',
  kind: 'Any',
  metadata: { name: 'web', uid: 'web', generation: 2 },
  ...more,
});
const seen = { observedGeneration: 2 };

test('the pods of a workload are the pods that it controls, not all pods that it owns or selects', () => {
  const pod = (uid: string, controller?: boolean) => ({
    metadata: {
      ownerReferences: [{ apiVersion: 'v1', kind: 'Any', name: 'any', uid, ...(controller ? { controller } : {}) }],
    },
  });
  const pods = [pod('web', true), pod('web'), pod('other', true), { metadata: {} }];
  expect(controlledBy(pods, [workload({})], (item) => item)).toEqual([pods[0]]);
});

test('pods are selected by labels and expressions', () => {
  const selector = {
    matchLabels: { app: 'web' },
    matchExpressions: [{ key: 'tier', operator: 'In', values: ['a', 'b'] }],
  };
  expect(podSelector(workload({ spec: { selector } }))).toBe('app=web,tier in (a,b)');
  expect(podSelector(workload({}))).toBeUndefined();
});

describe('the pod counts of a status are relative to the desired pods', () => {
  test.each([
    ['deployments', { replicas: 3 }, { updatedReplicas: 1, readyReplicas: 2 }, ['1 of 3', '2 of 3', '0 of 3']],
    ['statefulsets', {}, { updatedReplicas: 1, availableReplicas: 1 }, ['1 of 1', '0 of 1', '1 of 1']],
    ['daemonsets', {}, { desiredNumberScheduled: 2, numberReady: 1 }, ['0 of 2', '1 of 2', '0 of 2']],
    ['replicasets', { replicas: 0 }, {}, ['0 of 0', '0 of 0']],
    ['jobs', { completions: 5, parallelism: 2 }, { active: 2, succeeded: 1 }, ['2 of 5', '0 of 5', '1 of 5']],
    ['widgets', {}, {}, []],
  ])('of %s', (resource, spec, status, counts) => {
    expect(podCounts(resource, workload({ spec, status })).map(({ count, of }) => `${count} of ${of}`)).toEqual(counts);
  });
});

describe('the progress of a rollout', () => {
  test.each([
    ['deployments', { paused: true }, {}, 'warning', /^Paused/],
    ['deployments', {}, { observedGeneration: 1 }, 'info', /observe/],
    [
      'deployments',
      {},
      { ...seen, conditions: [{ reason: 'ProgressDeadlineExceeded', message: 'too late' }] },
      'danger',
      /^too late$/,
    ],
    ['deployments', { replicas: 3 }, { ...seen, replicas: 4, updatedReplicas: 1 }, 'info', /^1 of 3 replicas updated/],
    ['deployments', { replicas: 1 }, { ...seen, replicas: 2, updatedReplicas: 1 }, 'info', /1 old replica to end/],
    [
      'deployments',
      { replicas: 2 },
      { ...seen, replicas: 2, updatedReplicas: 2, availableReplicas: 1 },
      'info',
      /^1 of 2 replicas available/,
    ],
    ['deployments', { replicas: 0 }, seen, 'success', /^Rolled out/],
    [
      'statefulsets',
      { replicas: 2 },
      { ...seen, updatedReplicas: 2, readyReplicas: 1 },
      'info',
      /^1 of 2 replicas ready/,
    ],
    [
      'daemonsets',
      {},
      { ...seen, desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2 },
      'success',
      /^Rolled out/,
    ],
    ['replicasets', { replicas: 2 }, { ...seen, readyReplicas: 1 }, 'info', /^1 of 2 replicas ready/],
    ['replicasets', { replicas: 2 }, { ...seen, readyReplicas: 2 }, 'success', /^All replicas are ready/],
    ['jobs', { completions: 3 }, { succeeded: 1, failed: 2 }, 'info', /^1 of 3 pods succeeded, 2 failed/],
    ['jobs', {}, { conditions: [{ type: 'Complete', status: 'True' }] }, 'success', /^Completed/],
    ['jobs', {}, { conditions: [{ type: 'Failed', status: 'True', message: 'gave up' }] }, 'danger', /^gave up$/],
    ['jobs', {}, { conditions: [{ type: 'Suspended', status: 'True' }] }, 'warning', /^Suspended/],
  ] as const)('of %s with %j and %j is %s', (resource, spec, status, mark, text) => {
    const progress = progressOf(resource, workload({ spec, status }));
    expect(progress.status).toBe(mark);
    expect(progress.text).toMatch(text);
  });
});
