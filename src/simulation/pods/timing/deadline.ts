import type { Pod, PodStatus } from '../../../api/kinds/core-v1.generated.ts';

/** The final state of a pod that has exceeded its active deadline. */
export const DEADLINE_EXCEEDED = {
  phase: 'Failed',
  reason: 'DeadlineExceeded',
  message: 'Pod was active on the node longer than the specified deadline',
} as const satisfies PodStatus;

/** Returns the milliseconds for which a pod may still be active on its node; Infinity without a deadline. */
export function untilDeadline({ spec, status }: Pod, now: number): number {
  const { activeDeadlineSeconds } = spec ?? {};
  if (activeDeadlineSeconds == null || !status?.startTime) return Number.POSITIVE_INFINITY;
  return Date.parse(status.startTime) + Number(activeDeadlineSeconds) * 1000 - now;
}
