import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { conditionOf } from '../../../client/objects/condition-of.ts';

const INITIAL = 10_000;
const MAXIMUM = 600_000;

/** The failures of a Job since its last success. */
export interface FailureRecord {
  readonly failures: number;
  /** Milliseconds since 1970; undefined without failures. */
  readonly lastFailure?: number | undefined;
}

export const NO_FAILURES: FailureRecord = { failures: 0 };

/** Returns the record after more pods have ended. Only failures that ended after the last success count. */
export function nextFailureRecord(
  record: FailureRecord,
  succeeded: readonly Pod[],
  failed: readonly Pod[],
): FailureRecord {
  const successes = succeeded.map(finishedAt);
  const failures = failed.map(finishedAt);
  if (successes.length === 0) {
    if (failures.length === 0) return record;
    return { failures: record.failures + failures.length, lastFailure: Math.max(...failures) };
  }
  const lastSuccess = Math.max(...successes);
  const later = failures.filter((time) => time > lastSuccess);
  return later.length === 0 ? NO_FAILURES : { failures: later.length, lastFailure: Math.max(...later) };
}

/** Returns the milliseconds until a failed pod may be replaced: 10 s, doubled with each failure, at most 10 minutes. */
export function remainingBackoff({ failures, lastFailure = 0 }: FailureRecord, now: number): number {
  if (failures === 0) return 0;
  const wait = Math.min(INITIAL * 2 ** (failures - 1), MAXIMUM);
  return Math.max(0, wait - (now - lastFailure));
}

/** Returns when a pod ended: according to its containers, or else its readiness, its deletion or its creation. */
export function finishedAt({ metadata, status }: Pod): number {
  const ends = (status?.containerStatuses ?? []).map(({ state }) => Date.parse(state?.terminated?.finishedAt ?? ''));
  if (ends.length > 0 && !ends.some(Number.isNaN)) return Math.max(...ends);
  const ready = conditionOf(status?.conditions, 'Ready');
  if (ready?.status === 'False' && ready.lastTransitionTime) return Date.parse(ready.lastTransitionTime);
  if (metadata.deletionTimestamp) {
    return Date.parse(metadata.deletionTimestamp) - Number(metadata.deletionGracePeriodSeconds ?? 0) * 1000;
  }
  return Date.parse(metadata.creationTimestamp ?? '');
}
