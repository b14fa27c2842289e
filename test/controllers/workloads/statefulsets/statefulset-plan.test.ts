import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../src/api/kinds/core-v1.generated.ts';
import {
  completedStatus,
  isStatusChanged,
  planStatefulSet,
} from '../../../../src/controllers/workloads/statefulsets/statefulset-plan.ts';
import { actions, memberPod, now, plan, statefulSet } from './statefulset-objects.ts';

const parallel = { podManagementPolicy: 'Parallel' };

describe('A stateful set with two billion replicas', () => {
  const replicas = 2 ** 31 - 1;

  test('creates its pods in batches', () => {
    expect(actions(statefulSet({ ...parallel, replicas }), [memberPod(0)])).toHaveLength(500);
    expect(actions(statefulSet({ replicas }), [memberPod(0)])).toEqual(['create 1 (update)']);
  });

  test('keeps a pod with a distant ordinal', () => {
    const steps = actions(statefulSet({ replicas }), [memberPod(0), memberPod(replicas - 1)]);
    expect(steps).toEqual(['create 1 (update)']);
  });
});

describe('An ordered stateful set', () => {
  test('creates pods one by one, each when its predecessors are ready', () => {
    expect(actions(statefulSet(), [])).toEqual(['create 0 (update)']);
    expect(actions(statefulSet(), [memberPod(0, 'pending')])).toEqual([]);
    expect(actions(statefulSet(), [memberPod(0)])).toEqual(['create 1 (update)']);
    expect(actions(statefulSet(), [memberPod(0), memberPod(1, 'terminating')])).toEqual([]);
  });

  test('waits until a ready pod is available', () => {
    const set = statefulSet({ minReadySeconds: 60 * 60 * 24 * 60 });
    expect(actions(set, [memberPod(0)])).toEqual([]);
  });

  test('deletes surplus pods one by one from the highest ordinal, when all desired pods are ready', () => {
    const set = statefulSet({ replicas: 1 });
    expect(
      actions(
        set,
        [0, 1, 2].map((ordinal) => memberPod(ordinal)),
      ),
    ).toEqual(['delete db-2']);
    expect(actions(set, [memberPod(0), memberPod(1), memberPod(2, 'terminating')])).toEqual([]);
    expect(actions(set, [memberPod(0, 'unready'), memberPod(1)])).toEqual([]);
    // An unhealthy surplus pod does not delay its deletion.
    expect(actions(set, [memberPod(0), memberPod(1, 'unready')])).toEqual(['delete db-1']);
  });

  test('replaces a failed pod before it continues', () => {
    expect(actions(statefulSet(), [memberPod(0, 'failed')])).toEqual(['remove db-0']);
  });

  test('updates from the highest ordinal, waiting for each new pod', () => {
    const old = [0, 1, 2].map((ordinal) => memberPod(ordinal, 'ready', 'old'));
    expect(actions(statefulSet(), old)).toEqual(['replace db-2']);
    expect(actions(statefulSet(), [...old.slice(0, 2), memberPod(2, 'pending')])).toEqual([]);
    expect(actions(statefulSet(), [...old.slice(0, 2), memberPod(2)])).toEqual(['replace db-1']);
  });

  test('leaves pods below the partition at the current revision', () => {
    const set = statefulSet({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } });
    const old = [0, 1].map((ordinal) => memberPod(ordinal, 'ready', 'old'));
    expect(actions(set, [...old, memberPod(2)])).toEqual([]);
    expect(actions(set, old.slice(0, 1))).toEqual(['create 1 (current)']);
    expect(actions(set, old)).toEqual(['create 2 (update)']);
  });

  test('updates pods only after their deletion with the strategy OnDelete', () => {
    const set = statefulSet({ replicas: 1, updateStrategy: { type: 'OnDelete' } });
    expect(actions(set, [memberPod(0, 'ready', 'old')])).toEqual([]);
    expect(actions(set, [])).toEqual(['create 0 (update)']);
  });

  test('numbers pods from its start ordinal', () => {
    const set = statefulSet({ replicas: 2, ordinals: { start: 5 } });
    expect(actions(set, [])).toEqual(['create 5 (update)']);
    expect(actions(set, [memberPod(5), memberPod(6), memberPod(0)])).toEqual(['delete db-0']);
  });
});

test('A parallel stateful set creates and deletes all pods in one step', () => {
  expect(actions(statefulSet(parallel), [])).toEqual(['create 0 (update)', 'create 1 (update)', 'create 2 (update)']);
  const pods = [0, 1, 2, 3].map((ordinal) => memberPod(ordinal, 'pending'));
  expect(actions(statefulSet({ ...parallel, replicas: 1 }), pods)).toEqual([
    'delete db-3',
    'delete db-2',
    'delete db-1',
  ]);
});

test('A terminating stateful set only updates its status', () => {
  const set = statefulSet();
  const deleted = { ...set, metadata: { ...set.metadata, deletionTimestamp: '2024-06-01T00:00:00Z' } };
  expect(actions(deleted, [memberPod(0, 'ready', 'old')])).toEqual([]);
  expect(plan(deleted, [memberPod(0, 'ready', 'old')]).status).toMatchObject({ replicas: 1, currentReplicas: 1 });
});

test('The status counts pods by readiness and revision', () => {
  const pods = [
    memberPod(0, 'ready', 'old'),
    memberPod(1, 'pending', 'old'),
    memberPod(2),
    memberPod(3, 'terminating'),
  ];
  expect(plan(statefulSet({ ...parallel, updateStrategy: { type: 'OnDelete' } }), pods).status).toEqual({
    observedGeneration: 1,
    replicas: 4,
    readyReplicas: 3,
    currentReplicas: 2,
    updatedReplicas: 1,
    currentRevision: 'old',
    updateRevision: 'new',
    collisionCount: 0,
    availableReplicas: 3,
  });
});

test('The update revision becomes the current revision when all pods have it and are ready', () => {
  const pods = [0, 1, 2].map((ordinal) => memberPod(ordinal));
  const { status } = plan(statefulSet(), pods);
  expect(completedStatus(statefulSet(), status)).toMatchObject({ currentRevision: 'new', currentReplicas: 3 });
  const onDelete = statefulSet({ updateStrategy: { type: 'OnDelete' } });
  expect(completedStatus(onDelete, status)).toBe(status);
});

test('A status is written only when a count, a revision or the generation differs', () => {
  const { status } = plan(statefulSet(), []);
  expect(isStatusChanged(statefulSet(), status)).toBe(true);
  expect(isStatusChanged({ ...statefulSet(), status }, { ...status })).toBe(false);
  expect(isStatusChanged({ ...statefulSet(), status }, { ...status, readyReplicas: 1 })).toBe(true);
});

test('An ordered rollout never makes two pods unhealthy at the same time', () => {
  for (let replicas = 1; replicas < 8; replicas++) {
    const set = statefulSet({ replicas });
    let pods: Pod[] = Array.from({ length: replicas }, (_, ordinal) => memberPod(ordinal, 'ready', 'old'));
    for (let step = 0; step < 4 * replicas; step++) {
      const { steps, outdated } = planStatefulSet({
        ...{ set, pods, currentRevision: 'old', updateRevision: 'new', collisionCount: 0, now },
      });
      pods = pods
        .filter((pod) => pod !== outdated)
        .map((pod) =>
          memberPod(Number(pod.metadata.name?.slice(3)), 'ready', pod.metadata.labels?.['controller-revision-hash']),
        );
      for (const created of steps) if (created.kind === 'create') pods.push(memberPod(created.ordinal, 'pending'));
      expect(pods.length).toBeGreaterThanOrEqual(replicas - 1);
    }
    expect(pods.map(({ metadata }) => metadata.labels?.['controller-revision-hash'])).toEqual(pods.map(() => 'new'));
  }
});
