import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../api/scheduling/has-ended.ts';
import { conditionOf } from '../../client/objects/condition-of.ts';

/** Milliseconds after which the announced disruption of a pod that is not deleted becomes stale. */
const TIMEOUT = 2 * 60_000;
const CONDITION = 'DisruptionTarget';

/** Returns when the announced disruption of a pod becomes stale, in milliseconds since 1970; undefined without one. */
export function staleDisruptionAt(pod: Pod): number | undefined {
  const condition = conditionOf(pod.status?.conditions, CONDITION);
  if (pod.metadata.deletionTimestamp || hasEnded(pod) || condition?.status !== 'True') return undefined;
  // A kubelet announces the end of a pod, however long that takes.
  if (condition.reason === 'TerminationByKubelet') return undefined;
  return Date.parse(condition.lastTransitionTime ?? '') + TIMEOUT;
}

/** Returns the strategic merge patch that withdraws a disruption. */
export const withdrawal = (uid: string | undefined, lastTransitionTime: string) => ({
  metadata: { uid },
  status: {
    conditions: [{ type: CONDITION, status: 'False', reason: null, message: null, lastTransitionTime }],
  },
});
