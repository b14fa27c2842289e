import { describe, expect, test } from 'vitest';
import type { DeploymentStatus, ReplicaSet } from '../../../../src/api/kinds/apps-v1.generated.ts';
import {
  countedStatus,
  nextProgressCheck,
  rolloutStatus,
} from '../../../../src/controllers/workloads/deployments/deployment-status.ts';
import { deployment, replicaSet, rolling } from './deployment-objects.ts';

const START = Date.parse('2024-06-01T00:00:00Z');
const set = (size: number, available: number) => replicaSet({ name: 'web-1', size, available });
const rollout = (sets: readonly ReplicaSet[], status?: DeploymentStatus, now = START) =>
  rolloutStatus({
    deployment: deployment({ replicas: 2, strategy: rolling(1, 1) }, status),
    newSet: sets.at(-1),
    sets,
    now,
  });
const summary = ({ conditions }: DeploymentStatus) =>
  conditions?.map(({ type, status, reason, message }) => [type, status, reason, message]);

test('The counts include all replica sets, and updatedReplicas only the new one', () => {
  const status = countedStatus({
    deployment: deployment(),
    newSet: set(3, 1),
    sets: [replicaSet({ name: 'old', size: 8 }), set(3, 1)],
    now: START,
  });
  expect(status).toMatchObject({
    observedGeneration: 1,
    replicas: 11,
    updatedReplicas: 3,
    readyReplicas: 9,
    availableReplicas: 9,
    unavailableReplicas: 2,
  });
});

describe('The conditions of a rollout', () => {
  const AVAILABLE = ['Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.'];
  const UNAVAILABLE = [
    'Available',
    'False',
    'MinimumReplicasUnavailable',
    'Deployment does not have minimum availability.',
  ];

  test('report progress while pods are added, and success when all pods are available', () => {
    const begun = rollout([set(2, 0)]);
    const progress = ['Progressing', 'True', 'ReplicaSetUpdated', 'ReplicaSet "web-1" is progressing.'];
    expect(summary(begun)).toEqual([UNAVAILABLE, progress]);
    const done = rollout([set(2, 2)], begun);
    const message = 'ReplicaSet "web-1" has successfully progressed.';
    expect(summary(done)).toEqual([AVAILABLE, ['Progressing', 'True', 'NewReplicaSetAvailable', message]]);
  });

  test('keep the success when pods are lost later', () => {
    const done = rollout([set(2, 2)]);
    expect(summary(rollout([set(2, 0)], done, START + 900_000))).toContainEqual([
      'Progressing',
      'True',
      'NewReplicaSetAvailable',
      'ReplicaSet "web-1" has successfully progressed.',
    ]);
  });

  test('report a timeout when the deadline passes without progress', () => {
    const begun = rollout([set(2, 0)]);
    expect(nextProgressCheck(deployment({ replicas: 2, strategy: rolling(1, 1) }, begun), begun, START + 1000)).toBe(
      599_001,
    );
    expect(rollout([set(2, 0)], begun, START + 600_000)).toEqual(begun);
    const late = rollout([set(2, 0)], begun, START + 600_001);
    const message = 'ReplicaSet "web-1" has timed out progressing.';
    expect(summary(late)).toContainEqual(['Progressing', 'False', 'ProgressDeadlineExceeded', message]);
    expect(
      nextProgressCheck(deployment({ replicas: 2, strategy: rolling(1, 1) }, late), late, START + 600_001),
    ).toBeUndefined();
  });

  test('include the failure of a replica set to create pods', () => {
    const failing = set(2, 0);
    const condition = { type: 'ReplicaFailure', status: 'True', lastTransitionTime: '2024-06-01T00:00:00Z' };
    const failed = { ...condition, reason: 'FailedCreate', message: 'quota' };
    const sets = [{ ...failing, status: { ...failing.status, replicas: 0, conditions: [failed] } }];
    expect(rollout(sets).conditions?.at(-1)).toEqual({ ...failed, lastUpdateTime: condition.lastTransitionTime });
  });

  test('omit progress without a deadline', () => {
    const web = deployment({ replicas: 2, strategy: rolling(1, 1), progressDeadlineSeconds: 2 ** 31 - 1 });
    const status = rolloutStatus({ deployment: web, newSet: set(2, 0), sets: [set(2, 0)], now: START });
    expect(summary(status)).toEqual([UNAVAILABLE]);
  });
});
