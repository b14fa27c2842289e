import type { HorizontalPodAutoscalerCondition } from '../../api/kinds/autoscaling-v2.generated.ts';

/** A condition of an autoscaler without its time. */
export interface AutoscalerReport {
  readonly type: 'AbleToScale' | 'ScalingActive' | 'ScalingLimited';
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** Sets a condition. Its time is that of the last change of its status. */
export function withCondition(
  conditions: readonly HorizontalPodAutoscalerCondition[],
  report: AutoscalerReport,
  now: string,
): HorizontalPodAutoscalerCondition[] {
  const index = conditions.findIndex(({ type }) => type === report.type);
  const held = conditions[index];
  if (!held) return [...conditions, { ...report, lastTransitionTime: now }];
  const lastTransitionTime = held.status === report.status ? held.lastTransitionTime : now;
  return conditions.with(index, { ...report, lastTransitionTime });
}
