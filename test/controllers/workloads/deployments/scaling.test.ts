import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../../../src/api/dialect.ts';
import { revisionNames } from '../../../../src/controllers/workloads/deployments/revisions.ts';
import { isScalingEvent, planScaling } from '../../../../src/controllers/workloads/deployments/scaling.ts';
import { deployment, replicaSet, rolling } from './deployment-objects.ts';

const names = revisionNames(kubernetesDialect);
const sized = (desired: number, maximum: number) => ({
  [names.desiredReplicas]: String(desired),
  [names.maxReplicas]: String(maximum),
});
const sizes = (plan: ReturnType<typeof planScaling>) => plan.map(({ set, size }) => `${set.metadata.name}=${size}`);

test('A deployment was scaled when the desired-replicas annotation of a replica set with pods differs', () => {
  const set = replicaSet({ name: 'rs', size: 3, annotations: sized(3, 4) });
  expect(isScalingEvent(deployment({ replicas: 3 }), [set], names)).toBe(false);
  expect(isScalingEvent(deployment({ replicas: 5 }), [set], names)).toBe(true);
  const empty = replicaSet({ name: 'rs', size: 0, annotations: sized(3, 4) });
  expect(isScalingEvent(deployment({ replicas: 5 }), [empty], names)).toBe(false);
});

test('The only replica set with pods gets the desired size, or else the newest one', () => {
  const old = replicaSet({ name: 'old', size: 2 });
  const latest = replicaSet({ name: 'latest', size: 0, age: 1 });
  const web = deployment({ replicas: 5 });
  expect(sizes(planScaling(web, latest, [old], names))).toEqual(['old=5']);
  expect(sizes(planScaling(web, undefined, [latest, replicaSet({ name: 'oldest', size: 0 })], names))).toEqual([
    'latest=5',
  ]);
});

test('The other replica sets are scaled to zero when the new one has all pods', () => {
  const newSet = replicaSet({ name: 'new', size: 5, age: 1, annotations: sized(5, 7) });
  const adopted = replicaSet({ name: 'adopted', size: 2 });
  expect(sizes(planScaling(deployment({ replicas: 5 }), newSet, [adopted], names))).toEqual(['adopted=0']);
});

test('The replica sets keep their proportions during a rollout', () => {
  const annotations = sized(10, 13);
  const newSet = replicaSet({ name: 'new', size: 5, available: 0, age: 1, annotations });
  const old = replicaSet({ name: 'old', size: 8, annotations });
  const plan = planScaling(deployment({ replicas: 15 }), newSet, [old], names);
  expect(sizes(plan)).toEqual(['old=11', 'new=7']);
});

test('Scaling to zero during a rollout empties every replica set', () => {
  const newSet = replicaSet({ name: 'new', size: 5, available: 0, age: 1, annotations: sized(10, 13) });
  const old = replicaSet({ name: 'old', size: 8, annotations: sized(10, 13) });
  expect(sizes(planScaling(deployment({ replicas: 0 }), newSet, [old], names))).toEqual(['old=0', 'new=0']);
});

test('Proportional scaling adds up to the desired number and its surge, whatever the proportions', () => {
  for (let wanted = 1; wanted < 40; wanted++) {
    for (const [first, second, third] of [
      [5, 8, 0],
      [1, 1, 11],
      [4, 4, 5],
    ] as const) {
      const annotations = sized(10, 13);
      const newSet = replicaSet({ name: 'new', size: first, available: 0, age: 2, annotations });
      const old = [second, third].map((size, age) => replicaSet({ name: `old-${age}`, size, age, annotations }));
      const plan = planScaling(deployment({ replicas: wanted, strategy: rolling(3, 2) }), newSet, old, names);
      expect(plan.reduce((total, { size }) => total + size, 0)).toBe(wanted + 3);
    }
  }
});
