import { type Dialect, kubernetesName } from '../../../api/dialect.ts';
import type { CronJob, Job } from '../../../api/kinds/batch-v1.generated.ts';
import { TimeZone } from '../../../api/values/cron/time-zone.ts';
import { controllerReference } from '../../workloads/pods/controller-reference.ts';

const SCHEDULED_TIME = kubernetesName('batch.kubernetes.io/cronjob-scheduled-timestamp');
const CRON_JOB_KIND = { apiVersion: 'batch/v1', kind: 'CronJob' };
const MINUTE = 60_000;

/** Returns the name of the Job for a start, which ensures that a start never leads to two Jobs. */
export const jobNameOf = ({ metadata }: CronJob, scheduled: number): string =>
  `${metadata.name}-${Math.floor(scheduled / MINUTE)}`;

/** Returns the Job for a start. */
export function jobOf(cronJob: CronJob, scheduled: number, dialect: Dialect): Job {
  const { jobTemplate, timeZone = '' } = cronJob.spec ?? {};
  const { labels, annotations } = jobTemplate?.metadata ?? {};
  const scheduledText = new TimeZone(timeZone).text(scheduled);
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: jobNameOf(cronJob, scheduled),
      ...(labels ? { labels } : {}),
      annotations: { ...annotations, [dialect.rename(SCHEDULED_TIME)]: scheduledText },
      ownerReferences: [controllerReference(cronJob, CRON_JOB_KIND)],
    },
    spec: jobTemplate?.spec,
  };
}
