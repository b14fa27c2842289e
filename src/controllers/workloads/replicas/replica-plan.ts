import type { Dialect } from '../../../api/dialect.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { deletionOrder } from '../pods/pod-ranking.ts';

/** Maximum number of pods that one reconciliation creates or deletes. */
const BURST = 500;

/** The changes with which an owner reaches the desired number of pods. */
export interface ReplicaPlan {
  readonly creations: number;
  readonly deletions: readonly Pod[];
}

export interface PlanContext {
  readonly dialect: Dialect;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Returns the pods of all owners that do the same work. */
  related(): readonly Pod[];
}

/** Decides how to get from the active pods to the desired number. */
export function planReplicas(wanted: number, pods: readonly Pod[], context: PlanContext): ReplicaPlan {
  const missing = wanted - pods.length;
  if (missing >= 0) return { creations: Math.min(missing, BURST), deletions: [] };
  const surplus = Math.min(-missing, BURST);
  // The order does not matter when all pods are deleted.
  const ordered = wanted === 0 ? pods : deletionOrder(pods, context.related(), context);
  return { creations: 0, deletions: ordered.slice(0, surplus) };
}
