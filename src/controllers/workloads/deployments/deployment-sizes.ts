import type { Deployment, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import { scaledValue } from '../int-or-percent.ts';

/** A replica set and its new size. */
export interface Resize {
  readonly set: ReplicaSet;
  readonly size: number;
  /** The direction in the event; by default that of this set. */
  readonly direction?: 'up' | 'down';
}

export const replicasOf = ({ spec }: Deployment | ReplicaSet): number => spec?.replicas ?? 1;

export const isRollingUpdate = ({ spec }: Deployment): boolean => spec?.strategy?.type === 'RollingUpdate';

/** Returns how far a rolling update may exceed and undercut the desired number of pods. They are never both zero. */
function limits(deployment: Deployment): { readonly surge: number; readonly unavailable: number } {
  const { maxSurge = 0, maxUnavailable = 0 } = deployment.spec?.strategy?.rollingUpdate ?? {};
  const replicas = replicasOf(deployment);
  const surge = scaledValue(maxSurge, replicas, 'up');
  const unavailable = scaledValue(maxUnavailable, replicas, 'down');
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** Returns how many more pods than desired a deployment may have. */
export const maxSurge = (deployment: Deployment): number =>
  isRollingUpdate(deployment) ? limits(deployment).surge : 0;

/** Returns how many of the desired pods may be unavailable. */
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

/** Returns the replica sets whose desired size is not zero. */
export const activeSets = (sets: readonly ReplicaSet[]): ReplicaSet[] => sets.filter((set) => replicasOf(set) > 0);
