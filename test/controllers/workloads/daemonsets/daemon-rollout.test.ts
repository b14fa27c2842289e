import { expect, test } from 'vitest';
import type { Pod } from '../../../../src/api/kinds/core-v1.generated.ts';
import { planDaemons } from '../../../../src/controllers/workloads/daemonsets/daemon-plan.ts';
import { planRollout } from '../../../../src/controllers/workloads/daemonsets/daemon-rollout.ts';
import { rolloutLimits } from '../../../../src/controllers/workloads/daemonsets/daemon-state.ts';
import { daemonPod, daemonSet, names, node, rolling, stateOf } from './daemon-objects.ts';

const NODES = ['a', 'b', 'c', 'd'].map((name) => node(name));
const rollout = (spec: ReturnType<typeof rolling>, pods: readonly Pod[]) => {
  const { creations, deletions } = planRollout(stateOf(daemonSet(spec), NODES, pods));
  return { creations, deletions: names(deletions) };
};
const old = (...on: string[]) => on.map((name) => daemonPod(name, 'old'));

test('Percentages round up, and the limits are never both zero', () => {
  expect(rolloutLimits(daemonSet(rolling(0, '30%')), 4)).toEqual({ surge: 0, unavailable: 2 });
  expect(rolloutLimits(daemonSet(rolling(0, 0)), 4)).toEqual({ surge: 0, unavailable: 1 });
  expect(rolloutLimits(daemonSet({ updateStrategy: { type: 'OnDelete' } }), 4)).toEqual({ surge: 0, unavailable: 0 });
});

test('Old pods are deleted up to maxUnavailable, which also counts nodes without an available new pod', () => {
  expect(rollout(rolling(0, 2), old('a', 'b', 'c', 'd')).deletions).toEqual(['a-old-0', 'b-old-0']);
  const waiting = [daemonPod('a', 'new', { ready: false }), ...old('b', 'c', 'd')];
  expect(rollout(rolling(0, 2), waiting).deletions).toEqual(['b-old-0']);
  expect(rollout(rolling(0, 1), waiting).deletions).toEqual([]);
  expect(rollout(rolling(0, 2), old('b', 'c', 'd')).deletions).toEqual(['b-old-0']);
});

test('Unready old pods are replaced immediately', () => {
  const pods = [daemonPod('a', 'old', { ready: false }), daemonPod('b', 'new', { ready: false }), ...old('c', 'd')];
  expect(rollout(rolling(0, 1), pods).deletions).toEqual(['a-old-0']);
});

test('A surge creates new pods beside old pods, and deletes old pods when the new pods are available', () => {
  expect(rollout(rolling(2, 0), old('a', 'b', 'c', 'd')).creations).toEqual(['a', 'b']);
  const surged = [...old('a', 'b', 'c', 'd'), daemonPod('a', 'new'), daemonPod('b', 'new', { ready: false })];
  expect(rollout(rolling(2, 0), surged)).toEqual({ creations: ['c'], deletions: ['a-old-0'] });
});

test('A rollout whose pods become ready replaces every pod within its limits', () => {
  for (const [surge, unavailable] of [
    [0, 1],
    [0, 3],
    [2, 0],
    ['50%', 0],
  ] as const) {
    const set = daemonSet(rolling(surge, unavailable));
    const limits = rolloutLimits(set, NODES.length);
    let pods = old('a', 'b', 'c', 'd');
    for (let step = 1; step < 40 && names(pods).some((name) => name?.includes('old')); step++) {
      const manage = planDaemons(stateOf(set, NODES, pods), () => false);
      const isSettled = manage.creations.length + manage.deletions.length === 0;
      const { creations, deletions } = isSettled ? planRollout(stateOf(set, NODES, pods)) : manage;
      pods = pods.filter((pod) => !deletions.includes(pod));
      pods.push(...creations.map((name) => daemonPod(name, 'new', { ready: false, age: step })));
      const served = new Set(pods.filter(({ status }) => status?.conditions?.length).map(({ spec }) => spec?.nodeName));
      expect(served.size).toBeGreaterThanOrEqual(NODES.length - limits.unavailable);
      expect(pods.length).toBeLessThanOrEqual(NODES.length + limits.surge);
      // One of the new pods becomes ready.
      const next = pods.findIndex(({ status }) => !status?.conditions?.length);
      const pod = pods[next];
      if (pod && step % 2 === 0) pods[next] = daemonPod(pod.spec?.nodeName ?? '', 'new', { age: step });
    }
    expect(names(pods).filter((name) => name?.includes('old'))).toEqual([]);
  }
});
