import type { Deployment, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import {
  activeSets,
  maxSurge,
  maxUnavailable,
  type Resize,
  replicasOf,
  totalAvailable,
  totalReplicas,
} from './deployment-sizes.ts';
import { oldestFirst } from './replica-set-order.ts';

/** Returns the size of the new replica set (currently `size`) beside the others: as large as the surge allows. */
export function newSetSize(deployment: Deployment, sets: readonly ReplicaSet[], size: number): number {
  const wanted = replicasOf(deployment);
  if (deployment.spec?.strategy?.type === 'Recreate') return wanted;
  const room = wanted + maxSurge(deployment) - totalReplicas(sets);
  return room <= 0 ? size : size + Math.min(room, wanted - size);
}

/**
 * Returns the steps that shrink old replica sets: first by unavailable pods, which only delay the rollout, then by
 * available pods as long as enough of them remain.
 */
export function shrinkOldSets(deployment: Deployment, newSet: ReplicaSet, oldSets: readonly ReplicaSet[]): Resize[] {
  if (totalReplicas(oldSets) === 0) return [];
  const minimum = replicasOf(deployment) - maxUnavailable(deployment);
  const unavailableNew = replicasOf(newSet) - (newSet.status?.availableReplicas ?? 0);
  const spare = totalReplicas([...oldSets, newSet]) - minimum - unavailableNew;
  if (spare <= 0) return [];
  const sets = activeSets(oldSets).toSorted(oldestFirst);
  const sizes = new Map(sets.map((set) => [set, replicasOf(set)]));
  const unhealthy = shrink(sets, sizes, spare, (size, set) => Math.max(0, size - (set.status?.availableReplicas ?? 0)));
  // The pods of a set that is scaled to zero are about to be deleted, and do not count.
  const surplus = totalAvailable([...sets, newSet]) - minimum;
  return [...unhealthy, ...shrink(sets, sizes, surplus, (size) => size)];
}

/** Removes up to `limit` pods, from each set up to what `removable` returns. Updates `sizes`. */
function shrink(
  sets: readonly ReplicaSet[],
  sizes: Map<ReplicaSet, number>,
  limit: number,
  removable: (size: number, set: ReplicaSet) => number,
): Resize[] {
  const steps: Resize[] = [];
  let rest = limit;
  for (const set of sets) {
    const size = sizes.get(set) ?? 0;
    const count = Math.min(rest, removable(size, set));
    if (count <= 0) continue;
    rest -= count;
    sizes.set(set, size - count);
    steps.push({ set, size: size - count });
  }
  return steps;
}
