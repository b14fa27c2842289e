import type { CronJob, CronJobStatus, Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { ObjectReference } from '../../../api/kinds/core-v1.generated.ts';
import { referenceTo } from '../../../client/events/object-reference.ts';
import { finishedCondition } from '../job/job-pods.ts';

/** What a CronJob reports as an event. */
export interface CronJobReport {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** A status after a look at the Jobs of a CronJob. */
export interface Observation {
  readonly status: CronJobStatus;
  readonly reports: readonly CronJobReport[];
  /** Active Jobs that are not among the Jobs of the CronJob. */
  readonly missing: readonly ObjectReference[];
}

/** Removes Jobs that have finished from the active ones, and notes the last success. */
export function observeJobs({ status = {} }: CronJob, jobs: readonly Job[]): Observation {
  const reports: CronJobReport[] = [];
  let { active = [], lastSuccessfulTime } = status;
  for (const job of jobs) {
    const { uid, name } = job.metadata;
    const isActive = active.some((reference) => reference.uid === uid);
    const finished = finishedCondition(job);
    if (!isActive && !finished) {
      const message = `Saw a job that the controller did not create or forgot: ${name}`;
      reports.push({ type: 'Warning', reason: 'UnexpectedJob', message });
    } else if (isActive && finished) {
      active = active.filter((reference) => reference.uid !== uid);
      const message = `Saw completed job: ${name}, status: ${finished.type}`;
      reports.push({ type: 'Normal', reason: 'SawCompletedJob', message });
    } else if (finished?.type === 'Complete') {
      lastSuccessfulTime = later(lastSuccessfulTime, job.status?.completionTime);
    }
  }
  const known = new Set(jobs.map(({ metadata }) => metadata.uid));
  return {
    status: withActive({ ...status, lastSuccessfulTime }, active),
    reports,
    missing: active.filter(({ uid }) => !known.has(uid)),
  };
}

const later = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && Date.parse(b) > Date.parse(a)) ? b : a;

export const withActive = (status: CronJobStatus, active: ObjectReference[]): CronJobStatus => ({
  ...status,
  active: active.length > 0 ? active : undefined,
});

/** Returns a status without a Job among the active ones. */
export const withoutJob = (status: CronJobStatus, uid: string | undefined): CronJobStatus =>
  withActive(
    status,
    (status.active ?? []).filter((reference) => reference.uid !== uid),
  );

/** Returns a status with a Job that was started for a time. */
export const withStart = (status: CronJobStatus, job: Job, lastScheduleTime: string): CronJobStatus => ({
  ...withActive(status, [...(status.active ?? []), referenceTo(job)]),
  lastScheduleTime,
});
