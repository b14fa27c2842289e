import type { JobCondition } from '../../../api/kinds/batch-v1.generated.ts';

/** A condition of a Job without its time. */
export interface JobReport {
  readonly type: 'Complete' | 'Failed' | 'FailureTarget' | 'Suspended';
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

export const COMPLETE: JobReport = { type: 'Complete', status: 'True', reason: '', message: '' };
export const SUSPENDED = condition('Suspended', 'True', 'JobSuspended', 'Job suspended');
export const RESUMED = condition('Suspended', 'False', 'JobResumed', 'Job resumed');

export const BACKOFF_LIMIT_EXCEEDED = failed('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
export const DEADLINE_EXCEEDED = failed('DeadlineExceeded', 'Job was active longer than specified deadline');
export const FAILED_INDEXES = failed('FailedIndexes', 'Job has failed indexes');
export const MAX_FAILED_INDEXES_EXCEEDED = failed(
  'MaxFailedIndexesExceeded',
  'Job has exceeded the specified maximal number of failed indexes',
);

export function failed(reason: string, message: string): JobReport {
  return condition('Failed', 'True', reason, message);
}

/** Announces a failure by policy, so that its message is stored before the pods' finalizers are removed. */
export const failureTarget = (message: string): JobReport =>
  condition('FailureTarget', 'True', 'PodFailurePolicy', message);

function condition(type: JobReport['type'], status: JobReport['status'], reason: string, message: string): JobReport {
  return { type, status, reason, message };
}

export function jobCondition({ type, status, reason, message }: JobReport, now: string): JobCondition {
  return {
    type,
    status,
    lastProbeTime: now,
    lastTransitionTime: now,
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
  };
}

/**
 * Returns conditions that include a report; undefined when they already do. A missing condition is not added as False.
 */
export function withReport(
  conditions: readonly JobCondition[],
  report: JobReport,
  now: string,
): JobCondition[] | undefined {
  const index = conditions.findIndex(({ type }) => type === report.type);
  const held = conditions[index];
  if (!held) return report.status === 'False' ? undefined : [...conditions, jobCondition(report, now)];
  const isSame =
    held.status === report.status && (held.reason ?? '') === report.reason && (held.message ?? '') === report.message;
  return isSame ? undefined : conditions.with(index, jobCondition(report, now));
}
