import type { CronJob, CronJobStatus, Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { ObjectReference } from '../../../api/kinds/core-v1.generated.ts';
import { referenceTo } from '../../../client/events/object-reference.ts';
import { finishedCondition } from '../job/job-pods.ts';

/** An event of a CronJob. */
export interface CronJobReport {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** The status after observing the Jobs of a CronJob. */
export interface Observation {
  readonly status: CronJobStatus;
  readonly reports: readonly CronJobReport[];
  /** Active Jobs in the status that do not exist among the CronJob's Jobs. */
  readonly missing: readonly ObjectReference[];
}

/** Removes finished Jobs from the active ones, and records the last success. */
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

/** Returns a status without a Job in its active Jobs. */
export const withoutJob = (status: CronJobStatus, uid: string | undefined): CronJobStatus =>
  withActive(
    status,
    (status.active ?? []).filter((reference) => reference.uid !== uid),
  );

/** Returns a status with a Job that was started for a scheduled time. */
export const withStart = (status: CronJobStatus, job: Job, lastScheduleTime: string): CronJobStatus => ({
  ...withActive(status, [...(status.active ?? []), referenceTo(job)]),
  lastScheduleTime,
});
