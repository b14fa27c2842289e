import type { CronJob, Job } from '../../../api/kinds/batch-v1.generated.ts';
import { finishedCondition } from '../job/job-pods.ts';

/** Returns the finished Jobs of a CronJob beyond its history limits, oldest first. */
export function surplusJobs({ spec }: CronJob, jobs: readonly Job[]): Job[] {
  const ofType = (type: string): Job[] => jobs.filter((job) => finishedCondition(job)?.type === type);
  return [
    ...oldest(ofType('Complete'), spec?.successfulJobsHistoryLimit),
    ...oldest(ofType('Failed'), spec?.failedJobsHistoryLimit),
  ];
}

function oldest(jobs: readonly Job[], limit: number | undefined): Job[] {
  if (limit === undefined || jobs.length <= limit) return [];
  return [...jobs].sort(byStartTime).slice(0, jobs.length - limit);
}

/** Sorts Jobs by start time. Jobs that have not started come last. */
function byStartTime(a: Job, b: Job): number {
  const [first, second] = [a, b].map(({ status }) => Date.parse(status?.startTime ?? '9999-12-31T00:00:00Z'));
  if (first !== second) return (first ?? 0) - (second ?? 0);
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}
