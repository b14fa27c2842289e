import { timeText } from '../../../api/environment.ts';
import type { Job, JobCondition, JobStatus } from '../../../api/kinds/batch-v1.generated.ts';
import type { Requeue } from '../../../client/work-queue.ts';
import type { FailureRecord } from './job-backoff.ts';
import { COMPLETE, failed, type JobReport, RESUMED, SUSPENDED, withReport } from './job-conditions.ts';
import { isComplete, jobFailure, remainingDeadline } from './job-outcome.ts';
import { planJob } from './job-plan.ts';
import type { JobPodControl } from './job-pod-control.ts';
import { isSuspended } from './job-pods.ts';
import { type JobInput, type JobState, readJobState } from './job-state.ts';
import { countReleased, hasUncounted, trackPods } from './job-tracking.ts';

export interface JobSync {
  readonly control: JobPodControl;
  /** Whether the informers show all creations and deletions of this controller. */
  readonly isSettled: boolean;
  /** Stores a status if it differs from the last one, and returns the stored Job. */
  store(job: Job, status: JobStatus): Promise<Job>;
  recordFailures(failures: FailureRecord): void;
  recordEvent(type: 'Normal' | 'Warning', reason: string, message: string): void;
}

/** The effect of a step on the pods of a Job. */
interface Step {
  readonly active: number;
  /** Why the Job ends, once none of its pods runs. */
  readonly finish?: JobReport | undefined;
  readonly conditions?: JobCondition[] | undefined;
  readonly startTime?: string | undefined;
  readonly after?: number | undefined;
  readonly error?: unknown;
}

/** Advances a Job by one step. An error leads to a retry. */
export async function syncJob(input: JobInput, sync: JobSync): Promise<Requeue | undefined> {
  const state = readJobState({ ...input, job: started(input) });
  const failure = jobFailure(state);
  const step = failure ? await stop(state, failure, sync) : await proceed(state, sync);
  await track(input.job, state, step, sync);
  if (step.error !== undefined) throw step.error;
  const deadline = step.finish ? undefined : remainingDeadline(state.job, input.now);
  const waits = [deadline, step.after].filter((wait) => wait !== undefined);
  return waits.length > 0 ? { after: Math.min(...waits) } : undefined;
}

/** Sets the start time. A suspended Job starts when it is resumed. */
function started({ job, now }: JobInput): Job {
  const status = { ...job.status };
  if (!status.startTime && !isSuspended(job)) status.startTime = timeText(now);
  return { ...job, status };
}

async function stop({ job, active }: JobState, failure: JobReport, { control, isSettled }: JobSync): Promise<Step> {
  const { successes, error } = await control.delete(job, active, { isCounted: true });
  // A pod that is not known yet would keep its finalizer.
  const isStopped = successes === active.length && isSettled;
  return { active: active.length - successes, finish: isStopped ? failure : undefined, error };
}

async function proceed(state: JobState, sync: JobSync): Promise<Step> {
  const { job, active } = state;
  const mayManage = sync.isSettled && !job.metadata.deletionTimestamp;
  const step = mayManage ? await managePods(state, sync) : { active: active.length };
  if (isComplete(state, step.active)) return { ...step, finish: COMPLETE };
  return mayManage ? { ...step, ...reportSuspension(state, sync) } : step;
}

async function managePods(state: JobState, { control }: JobSync): Promise<Step> {
  const { job, active } = state;
  const plan = planJob(state);
  // The real controller reports no active pods while it waits.
  if (plan.backoff !== undefined) return { active: 0, after: plan.backoff };
  if (plan.remove.length > 0) {
    const { successes, error } = await control.delete(job, plan.remove, { isCounted: false });
    return { active: active.length - successes, error };
  }
  if (plan.create === 0) return { active: active.length };
  const { successes, error } = await control.create(state, plan);
  return { active: active.length + successes, error };
}

function reportSuspension({ job, now }: JobState, { recordEvent }: JobSync): Partial<Step> {
  const report = isSuspended(job) ? SUSPENDED : RESUMED;
  const conditions = withReport(job.status?.conditions ?? [], report, timeText(now));
  if (!conditions) return {};
  recordEvent('Normal', isSuspended(job) ? 'Suspended' : 'Resumed', report.message);
  // The deadline of a resumed Job starts again.
  return { conditions, startTime: isSuspended(job) ? undefined : timeText(now) };
}

/** Counts finished pods: lists them in the status, releases them, and moves them to the counters. */
async function track(original: Job, state: JobState, step: Step, sync: JobSync): Promise<void> {
  const { now } = state;
  const tracking = trackPods(state, step.finish);
  const listed = { ...tracking.status, ...stepStatus(state, step) };
  let finish = step.finish;
  if (finish?.type === 'FailureTarget') {
    listed.conditions = withReport(listed.conditions ?? [], finish, timeText(now)) ?? listed.conditions;
    finish = failed(finish.reason, finish.message);
  }
  const job = await sync.store(original, listed);
  sync.recordFailures(state.failures);
  const { released, error } = await sync.control.releaseAll(tracking.release);
  const counted = countReleased(job.status ?? {}, state, released);
  const isFinished = finish && error === undefined && tracking.isComplete && !hasUncounted(counted);
  await sync.store(job, finish && isFinished ? finishedStatus(counted, finish, timeText(now)) : counted);
  if (error !== undefined) throw error;
  if (finish && isFinished) recordFinish(state, counted, finish, sync);
}

function stepStatus({ job, ready, terminating }: JobState, { active, conditions, startTime }: Step): JobStatus {
  return {
    active: active || undefined,
    ready,
    ...(job.spec?.podReplacementPolicy ? { terminating } : {}),
    ...(conditions ? { conditions } : {}),
    ...(startTime ? { startTime } : {}),
  };
}

function finishedStatus(status: JobStatus, finish: JobReport, now: string): JobStatus {
  const conditions = withReport(status.conditions ?? [], finish, now) ?? status.conditions;
  return { ...status, conditions, ...(finish.type === 'Complete' ? { completionTime: now } : {}) };
}

function recordFinish({ job }: JobState, { succeeded = 0 }: JobStatus, finish: JobReport, sync: JobSync): void {
  if (finish.type !== 'Complete') {
    sync.recordEvent('Warning', finish.reason, finish.message);
    return;
  }
  if (job.spec?.completions !== undefined && succeeded > job.spec.completions) {
    const message = 'Too many succeeded pods running after completion count reached';
    sync.recordEvent('Warning', 'TooManySucceededPods', message);
  }
  sync.recordEvent('Normal', 'Completed', 'Job completed');
}
