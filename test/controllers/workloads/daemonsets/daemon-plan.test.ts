import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../../../src/api/dialect.ts';
import type { Pod } from '../../../../src/api/kinds/core-v1.generated.ts';
import { planDaemons } from '../../../../src/controllers/workloads/daemonsets/daemon-plan.ts';
import { daemonTemplate, onNode, targetNode } from '../../../../src/controllers/workloads/daemonsets/daemon-pods.ts';
import { daemonCounts, nextDaemonStatus } from '../../../../src/controllers/workloads/daemonsets/daemon-status.ts';
import { FailedPodBackoff } from '../../../../src/controllers/workloads/daemonsets/failed-pod-backoff.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';
import { podWith, template } from '../pods.ts';
import { daemonPod, daemonSet, names, node, rolling, stateOf } from './daemon-objects.ts';

const KEEPS_AWAY = { key: 'dedicated', effect: 'NoSchedule' };
const EVICTS = { key: 'dedicated', effect: 'NoExecute' };
const plan = (set: ReturnType<typeof daemonSet>, nodes: ReturnType<typeof node>[], pods: Pod[], mustWait = false) => {
  const { creations, deletions } = planDaemons(stateOf(set, nodes, pods), () => mustWait);
  return { creations, deletions: names(deletions) };
};

test('Every node that fits gets a pod', () => {
  expect(plan(daemonSet(), [node('a'), node('b'), node('c', KEEPS_AWAY)], [daemonPod('a', 'new')])).toEqual({
    creations: ['b'],
    deletions: [],
  });
  const spec = { ...template({ app: 'agent' }).spec, containers: [], nodeSelector: { pool: 'b' } };
  expect(plan(daemonSet({ template: { spec } }), [node('a')], []).creations).toEqual([]);
});

test('A NoSchedule taint keeps the existing pod, and a NoExecute taint deletes it', () => {
  expect(plan(daemonSet(), [node('a', KEEPS_AWAY)], [daemonPod('a', 'new')]).deletions).toEqual([]);
  expect(plan(daemonSet(), [node('a', EVICTS)], [daemonPod('a', 'new')]).deletions).toEqual(['a-new-0']);
});

test('Pods run on unhealthy and unschedulable nodes', () => {
  const troubles = [
    { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' },
    { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' },
    { key: 'node.kubernetes.io/disk-pressure', effect: 'NoSchedule' },
  ];
  expect(plan(daemonSet(), [node('a', ...troubles)], []).creations).toEqual(['a']);
});

test('The oldest of several pods on a node remains', () => {
  const pods = [daemonPod('a', 'new', { age: 2 }), daemonPod('a', 'new', { age: 1 })];
  expect(plan(daemonSet(), [node('a')], pods).deletions).toEqual(['a-new-2']);
});

test('A failed pod is deleted, unless its node is in backoff', () => {
  const pods = [daemonPod('a', 'new', { phase: 'Failed' })];
  expect(plan(daemonSet(), [node('a')], pods).deletions).toEqual(['a-new-0']);
  expect(plan(daemonSet(), [node('a')], pods, true)).toEqual({ creations: [], deletions: [] });
});

test('A pod that waits for a deleted node is deleted', () => {
  const waiting = podWith({ name: 'waiting', phase: 'Pending' });
  const pod = { ...waiting, spec: onNode({ spec: waiting.spec }, 'gone').spec };
  expect(plan(daemonSet(), [], [pod]).deletions).toEqual(['waiting']);
});

test('With a surge, an old and a new pod run side by side until the new pod is available', () => {
  const set = daemonSet(rolling(1, 0));
  const old = daemonPod('a', 'old');
  expect(plan(set, [node('a')], [old, daemonPod('a', 'new', { ready: false })]).deletions).toEqual([]);
  expect(plan(set, [node('a')], [old, daemonPod('a', 'new')]).deletions).toEqual(['a-old-0']);
});

test("A pod has a node affinity, and the template's tolerations besides the default ones", () => {
  const tolerations = [{ key: 'dedicated', operator: 'Exists' }];
  const set = daemonSet({ template: { ...template({ app: 'agent' }), spec: { containers: [], tolerations } } });
  const annotated = {
    ...set,
    metadata: { ...set.metadata, annotations: { 'deprecated.daemonset.template.generation': '3' } },
  };
  const made = onNode(daemonTemplate(annotated, 'hash', kubernetesDialect), 'a');
  expect(made.metadata?.labels).toEqual({
    app: 'agent',
    'pod-template-generation': '3',
    'controller-revision-hash': 'hash',
  });
  expect(made.spec?.tolerations?.[0]).toEqual(tolerations[0]);
  expect(made.spec?.tolerations).toHaveLength(7);
  expect(targetNode({ apiVersion: 'v1', kind: 'Pod', metadata: {}, spec: made.spec })).toBe('a');
});

test('The status counts the oldest pod of each node, and misscheduled pods', () => {
  const pods = [daemonPod('a', 'new'), daemonPod('b', 'old', { ready: false }), daemonPod('c', 'new')];
  const set = daemonSet();
  const counts = daemonCounts(stateOf(set, [node('a'), node('b'), node('c', KEEPS_AWAY), node('d')], pods));
  expect(counts).toEqual({
    currentNumberScheduled: 2,
    numberMisscheduled: 1,
    desiredNumberScheduled: 3,
    numberReady: 1,
    updatedNumberScheduled: 1,
    numberAvailable: 1,
    numberUnavailable: 2,
  });
  expect(nextDaemonStatus(set, counts, true)).toMatchObject({ observedGeneration: 1 });
  expect(nextDaemonStatus(set, counts, false)).toMatchObject({ observedGeneration: undefined });
  const stored = { ...set, status: { ...counts, observedGeneration: 1 } };
  expect(nextDaemonStatus(stored, counts, true)).toBeUndefined();
});

test('Pods that fail on the same node are replaced with backoff', async () => {
  const clock = new ManualClock();
  const backoff = new FailedPodBackoff(clock);
  expect([backoff.next('set/a'), backoff.next('set/a'), backoff.next('set/b')]).toEqual([0, 1000, 0]);
  await clock.advance(1000);
  expect([backoff.next('set/a'), backoff.next('set/a')]).toEqual([0, 2000]);
  backoff.forget('set/');
  expect(backoff.next('set/a')).toBe(0);
});
