import { timeText } from '../../../api/environment.ts';
import type { CronJob, CronJobStatus, Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { CronSchedule } from '../../../api/values/cron/cron-schedule.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { ControllerContext } from '../../controller.ts';
import { isControlledBy } from '../../workloads/pods/controller-reference.ts';
import { isNamespaceTerminating } from '../../workloads/pods/pod-control.ts';
import { jobNameOf, jobOf } from './cronjob-job.ts';
import { type CronJobReport, withoutJob, withStart } from './cronjob-status.ts';
import { dueStart } from './due-times.ts';

export const JOBS = { group: 'batch', version: 'v1', resource: 'jobs' };

export type CronJobContext = Pick<ControllerContext, 'client' | 'clock' | 'dialect' | 'events'>;

/** The result of an attempt to start a Job. Even a failed attempt may have replaced other Jobs. */
export interface StartResult {
  readonly status: CronJobStatus;
  readonly error?: unknown;
}

/** Starts the due Job if the concurrency policy allows it. */
export async function startDueJob(
  cronJob: CronJob,
  schedule: CronSchedule,
  context: CronJobContext,
): Promise<StartResult> {
  const { status = {} } = cronJob;
  const now = context.clock.now();
  const due = dueStart(cronJob, schedule, now);
  const report = ({ type, reason, message }: CronJobReport): void =>
    context.events.record(cronJob, type, reason, message);
  if (due.error !== undefined) report(invalidSchedule(cronJob, due.error));
  if (due.isLate) report(TOO_MANY_MISSED);
  if (due.time === undefined || due.error !== undefined) return { status };
  const obstacle = obstacleTo(cronJob, due.time, now);
  if (obstacle) {
    if (obstacle !== 'processed') report(obstacle);
    return { status };
  }
  return await replaceAndCreate(cronJob, due.time, context);
}

async function replaceAndCreate(cronJob: CronJob, scheduled: number, context: CronJobContext): Promise<StartResult> {
  let { status = {} } = cronJob;
  const replaced = cronJob.spec?.concurrencyPolicy === 'Replace' ? (status.active ?? []) : [];
  try {
    for (const { namespace = '', name = '', uid } of replaced) {
      await deleteJob(cronJob, await getActive(cronJob, namespace, name, context), context);
      status = withoutJob(status, uid);
    }
    const job = await createJob({ ...cronJob, status }, scheduled, context);
    return { status: job ? withStart(status, job, timeText(scheduled)) : status };
  } catch (error) {
    return { status, error };
  }
}

const TOO_MANY_MISSED: CronJobReport = {
  type: 'Warning',
  reason: 'TooManyMissedTimes',
  message: 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
};

const invalidSchedule = ({ spec }: CronJob, error: string): CronJobReport => ({
  type: 'Warning',
  reason: 'InvalidSchedule',
  message: `invalid schedule: ${spec?.schedule} : ${error}`,
});

/** Returns why a due start is skipped. */
function obstacleTo(cronJob: CronJob, scheduled: number, now: number): CronJobReport | 'processed' | undefined {
  const { spec, status } = cronJob;
  const deadline = spec?.startingDeadlineSeconds;
  if (deadline !== undefined && scheduled + Number(deadline) * 1000 < now) {
    const message = `Missed scheduled time to start a job: ${new Date(scheduled).toUTCString().replace('GMT', '+0000')}`;
    return { type: 'Warning', reason: 'MissSchedule', message };
  }
  const active = status?.active ?? [];
  const isActive = active.some(({ name }) => name === jobNameOf(cronJob, scheduled));
  if (isActive || Date.parse(status?.lastScheduleTime ?? '') === scheduled) return 'processed';
  if (spec?.concurrencyPolicy !== 'Forbid' || active.length === 0) return undefined;
  const message = 'Not starting job because prior execution is running and concurrency policy is Forbid';
  return { type: 'Normal', reason: 'JobAlreadyActive', message };
}

async function getActive(cronJob: CronJob, namespace: string, name: string, context: CronJobContext): Promise<Job> {
  try {
    return await context.client.get<Job>({ ...JOBS, namespace, name });
  } catch (error) {
    if (error instanceof ApiError) {
      context.events.record(cronJob, 'Warning', 'FailedGet', `Get job: ${error.message}`);
    }
    throw error;
  }
}

/** Deletes a Job with its pods, and records the result. */
export async function deleteJob(cronJob: CronJob, { metadata }: Job, context: CronJobContext): Promise<void> {
  const { namespace = '', name = '' } = metadata;
  try {
    await context.client.delete({ ...JOBS, namespace, name }, { propagationPolicy: 'Background' });
  } catch (error) {
    if (error instanceof ApiError) {
      context.events.record(cronJob, 'Warning', 'FailedDelete', `Deleted job: ${error.message}`);
    }
    throw error;
  }
  context.events.record(cronJob, 'Normal', 'SuccessfulDelete', `Deleted job ${name}`);
}

/**
 * Returns the created Job, or one from an earlier attempt. Undefined when the status lists it, or it has another owner.
 */
async function createJob(cronJob: CronJob, scheduled: number, context: CronJobContext): Promise<Job | undefined> {
  const { client, dialect, events } = context;
  const { namespace = '' } = cronJob.metadata;
  const wanted = jobOf(cronJob, scheduled, dialect);
  try {
    const job = await client.create({ ...JOBS, namespace }, wanted);
    events.record(cronJob, 'Normal', 'SuccessfulCreate', `Created job ${job.metadata.name}`);
    return job;
  } catch (error) {
    if (!(error instanceof ApiError) || isNamespaceTerminating(error)) throw error;
    if (error.reason !== 'AlreadyExists') {
      events.record(cronJob, 'Warning', 'FailedCreate', `Error creating job: ${error.message}`);
      throw error;
    }
  }
  const existing = await client.get<Job>({ ...JOBS, namespace, name: wanted.metadata.name ?? '' });
  const isKnown = cronJob.status?.active?.some(({ uid }) => uid === existing.metadata.uid);
  return isControlledBy(existing, cronJob) && !isKnown ? existing : undefined;
}
