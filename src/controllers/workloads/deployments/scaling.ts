import type { Deployment, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import { activeSets, isRollingUpdate, maxSurge, type Resize, replicasOf, totalReplicas } from './deployment-sizes.ts';
import { largestThenNewest, largestThenOldest, newestFirst } from './replica-set-order.ts';
import { integerAnnotation, type RevisionNames } from './revisions.ts';

/** Reports whether a deployment was scaled since its replica sets were last sized. */
export const isScalingEvent = (deployment: Deployment, sets: readonly ReplicaSet[], names: RevisionNames): boolean =>
  activeSets(sets).some((set) => {
    const desired = integerAnnotation(set, names.desiredReplicas);
    return desired !== undefined && desired !== replicasOf(deployment);
  });

/** Returns the new sizes of the replica sets of a scaled or paused deployment, without a rollout. */
export function planScaling(
  deployment: Deployment,
  newSet: ReplicaSet | undefined,
  oldSets: readonly ReplicaSet[],
  names: RevisionNames,
): Resize[] {
  const wanted = replicasOf(deployment);
  const all = newSet ? [...oldSets, newSet] : oldSets;
  const active = activeSets(all);
  const only = active.length === 0 ? (newSet ?? oldSets.toSorted(newestFirst)[0]) : active[0];
  if (active.length <= 1) return only && replicasOf(only) !== wanted ? [{ set: only, size: wanted }] : [];
  if (newSet && isSaturated(deployment, newSet, names)) return activeSets(oldSets).map((set) => ({ set, size: 0 }));
  return isRollingUpdate(deployment) ? proportionalSizes(deployment, active, names) : [];
}

function isSaturated(deployment: Deployment, set: ReplicaSet, names: RevisionNames): boolean {
  const wanted = replicasOf(deployment);
  const counts = [replicasOf(set), integerAnnotation(set, names.desiredReplicas), set.status?.availableReplicas ?? 0];
  return counts.every((count) => count === wanted);
}

/**
 * Distributes added or removed pods over replica sets in proportion to their sizes. The largest set gets the rounding
 * remainder. Sets with an unchanged size are included, because their annotations change.
 */
function proportionalSizes(deployment: Deployment, active: readonly ReplicaSet[], names: RevisionNames): Resize[] {
  const wanted = replicasOf(deployment);
  const allowed = wanted > 0 ? wanted + maxSurge(deployment) : 0;
  const change = allowed - totalReplicas(active);
  if (change === 0) return active.map((set) => ({ set, size: replicasOf(set) }));
  const sets = active.toSorted(change > 0 ? largestThenNewest : largestThenOldest);
  let changed = 0;
  const sizes = sets.map((set) => {
    const rest = change - changed;
    const share = shareOf(set, deployment, names);
    const proportion = rest === 0 ? 0 : change > 0 ? Math.min(share, rest) : Math.max(share, rest);
    changed += proportion;
    return replicasOf(set) + proportion;
  });
  sizes[0] = Math.max(0, (sizes[0] ?? 0) + change - changed);
  // Every set's event names the direction of the whole deployment, even if rounding moves the set the other way.
  const direction = change > 0 ? 'up' : 'down';
  return sets.map((set, index) => ({ set, size: sizes[index] ?? 0, direction }));
}

/** Returns the change with which a replica set keeps its share of the deployment. */
function shareOf(set: ReplicaSet, deployment: Deployment, names: RevisionNames): number {
  const size = replicasOf(set);
  if (replicasOf(deployment) === 0) return -size;
  const before = integerAnnotation(set, names.maxReplicas) ?? deployment.status?.replicas ?? 0;
  const share = (size * (replicasOf(deployment) + maxSurge(deployment))) / before;
  return Math.trunc(share + 0.5) - size;
}
