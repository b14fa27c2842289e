import { expect, test } from 'vitest';
import type { ReplicaSet } from '../../../../src/api/kinds/apps-v1.generated.ts';
import {
  maxSurge,
  maxUnavailable,
  replicasOf,
  totalAvailable,
  totalReplicas,
} from '../../../../src/controllers/workloads/deployments/deployment-sizes.ts';
import { newSetSize, shrinkOldSets } from '../../../../src/controllers/workloads/deployments/rolling-update.ts';
import { deployment, replicaSet, rolling } from './deployment-objects.ts';

const steps = (resizes: ReturnType<typeof shrinkOldSets>) => resizes.map(({ set, size }) => [set.metadata.name, size]);

test('Percentages round up for maxSurge and down for maxUnavailable, which is one when both are zero', () => {
  const limits = (replicas: number, surge: string, unavailable: string) => {
    const web = deployment({ replicas, strategy: rolling(surge, unavailable) });
    return [maxSurge(web), maxUnavailable(web)];
  };
  expect(limits(10, '25%', '25%')).toEqual([3, 2]);
  expect(limits(1, '25%', '25%')).toEqual([1, 0]);
  expect(limits(3, '0%', '25%')).toEqual([0, 1]);
  expect(limits(0, '25%', '25%')).toEqual([0, 0]);
});

test('The new replica set grows up to the surge and the desired number', () => {
  const web = deployment({ replicas: 10 });
  expect(newSetSize(web, [replicaSet({ name: 'old', size: 10 })], 0)).toBe(3);
  expect(newSetSize(web, [replicaSet({ name: 'old', size: 13 })], 0)).toBe(0);
  expect(newSetSize(web, [replicaSet({ name: 'old', size: 1 }), replicaSet({ name: 'new', size: 8 })], 8)).toBe(10);
});

test('Unhealthy pods of old replica sets are removed first, starting with the oldest set', () => {
  const old = [
    replicaSet({ name: 'second', size: 4, available: 4, age: 2 }),
    replicaSet({ name: 'first', size: 8, available: 5, age: 1 }),
  ];
  const newSet = replicaSet({ name: 'new', size: 1, available: 0, age: 3 });
  // 8 of 9 available pods must remain: three pods are unhealthy, and one healthy pod is surplus.
  expect(steps(shrinkOldSets(deployment(), newSet, old))).toEqual([
    ['first', 5],
    ['first', 4],
  ]);
});

test('No replica set shrinks while only the minimum of pods is available', () => {
  const newSet = replicaSet({ name: 'new', size: 3, available: 0, age: 2 });
  expect(shrinkOldSets(deployment(), newSet, [replicaSet({ name: 'old', size: 8 })])).toEqual([]);
});

test('Available pods of a replica set that is scaled to zero do not count', () => {
  const leaving = replicaSet({ name: 'leaving', size: 0, available: 3 });
  const old = replicaSet({ name: 'old', size: 6, age: 1 });
  const newSet = replicaSet({ name: 'new', size: 4, age: 2 });
  expect(steps(shrinkOldSets(deployment(), newSet, [leaving, old]))).toEqual([['old', 4]]);
});

/** Returns Park and Miller's generator, which has the same numbers in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function resized(set: ReplicaSet, size: number, healthy: number): ReplicaSet {
  const available = Math.min(size, healthy);
  return {
    ...set,
    spec: { selector: {}, ...set.spec, replicas: size },
    status: { replicas: size, availableReplicas: available },
  };
}

test('A step from any state neither takes available pods below the minimum nor exceeds the surge', () => {
  const random = randomNumbers(7);
  for (let run = 0; run < 3000; run++) {
    const web = deployment({ replicas: random(12), strategy: rolling(random(5), random(5)) });
    const sets = Array.from({ length: 1 + random(4) }, (_, age) => {
      const size = random(10);
      return replicaSet({ name: `rs-${age}`, size, available: random(size + 1), age });
    });
    const [newSet, ...oldSets] = sets as [ReplicaSet, ...ReplicaSet[]];
    const before = totalReplicas(sets);
    const grown = newSetSize(web, sets, replicasOf(newSet));
    if (grown > replicasOf(newSet))
      expect(before - replicasOf(newSet) + grown).toBeLessThanOrEqual(replicasOf(web) + maxSurge(web));
    const shrunk = new Map(oldSets.map((set) => [set, replicasOf(set)]));
    for (const { set, size } of shrinkOldSets(web, newSet, oldSets)) shrunk.set(set, size);
    const after = oldSets.map((set) => resized(set, shrunk.get(set) ?? 0, set.status?.availableReplicas ?? 0));
    const minimum = replicasOf(web) - maxUnavailable(web);
    const availableBefore = totalAvailable(sets);
    expect(totalAvailable([newSet, ...after])).toBeGreaterThanOrEqual(Math.min(minimum, availableBefore));
  }
});

test('A rollout whose pods become healthy ends with only new pods, within its limits at every step', () => {
  const random = randomNumbers(11);
  for (let run = 0; run < 200; run++) {
    const web = deployment({ replicas: 1 + random(20), strategy: rolling(`${random(60)}%`, `${random(60)}%`) });
    const wanted = replicasOf(web);
    let newSet = replicaSet({ name: 'new', size: 0, age: 1 });
    let old = replicaSet({ name: 'old', size: wanted });
    for (let step = 0; step < 200 && totalReplicas([old]) + Math.abs(replicasOf(newSet) - wanted) > 0; step++) {
      const size = newSetSize(web, [old, newSet], replicasOf(newSet));
      newSet = resized(newSet, size, newSet.status?.availableReplicas ?? 0);
      for (const resize of shrinkOldSets(web, newSet, [old])) old = resized(old, resize.size, resize.size);
      expect(totalReplicas([old, newSet])).toBeLessThanOrEqual(wanted + maxSurge(web));
      expect(totalAvailable([old, newSet])).toBeGreaterThanOrEqual(wanted - maxUnavailable(web));
      newSet = resized(newSet, size, (newSet.status?.availableReplicas ?? 0) + 1 + random(3));
    }
    expect([replicasOf(old), replicasOf(newSet)]).toEqual([0, wanted]);
  }
});
