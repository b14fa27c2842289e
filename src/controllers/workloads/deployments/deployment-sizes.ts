import type { Deployment, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import { scaledValue } from '../int-or-percent.ts';

/** A replica set and the size that it should get. */
export interface Resize {
  readonly set: ReplicaSet;
  readonly size: number;
  /** What the event says; by default what happens to this set. */
  readonly direction?: 'up' | 'down';
}

export const replicasOf = ({ spec }: Deployment | ReplicaSet): number => spec?.replicas ?? 1;

export const isRollingUpdate = ({ spec }: Deployment): boolean => spec?.strategy?.type === 'RollingUpdate';

/** How far a rolling update may exceed and undercut the wanted number of pods. One of them is never zero. */
function limits(deployment: Deployment): { readonly surge: number; readonly unavailable: number } {
  const { maxSurge = 0, maxUnavailable = 0 } = deployment.spec?.strategy?.rollingUpdate ?? {};
  const replicas = replicasOf(deployment);
  const surge = scaledValue(maxSurge, replicas, 'up');
  const unavailable = scaledValue(maxUnavailable, replicas, 'down');
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** Returns how many more pods than wanted a deployment may have. */
export const maxSurge = (deployment: Deployment): number =>
  isRollingUpdate(deployment) ? limits(deployment).surge : 0;

/** Returns how many of the wanted pods may be unavailable. */
export function maxUnavailable(deployment: Deployment): number {
  const replicas = replicasOf(deployment);
  if (!isRollingUpdate(deployment) || replicas === 0) return 0;
  return Math.min(limits(deployment).unavailable, replicas);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

export const totalReplicas = (sets: readonly ReplicaSet[]): number => sum(sets.map(replicasOf));
export const totalActual = (sets: readonly ReplicaSet[]): number =>
  sum(sets.map(({ status }) => status?.replicas ?? 0));
export const totalReady = (sets: readonly ReplicaSet[]): number =>
  sum(sets.map(({ status }) => status?.readyReplicas ?? 0));
export const totalAvailable = (sets: readonly ReplicaSet[]): number =>
  sum(sets.map(({ status }) => status?.availableReplicas ?? 0));

/** The replica sets that are to have pods. */
export const activeSets = (sets: readonly ReplicaSet[]): ReplicaSet[] => sets.filter((set) => replicasOf(set) > 0);
