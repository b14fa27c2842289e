import { kubernetesName } from '../../../api/dialect.ts';
import type { CronJob, CronJobStatus, Job } from '../../../api/kinds/batch-v1.generated.ts';
import { type CronSchedule, parseCronSchedule, ScheduleError } from '../../../api/values/cron/cron-schedule.ts';
import { timeZoneError } from '../../../api/values/cron/time-zone.ts';
import { ApiError } from '../../../client/api-error.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';
import type { Requeue } from '../../../client/work-queue.ts';
import type { Controller } from '../../controller.ts';
import { Reconciler } from '../../reconciler.ts';
import { isDeepEqual } from '../../workloads/deep-equal.ts';
import { OwnWrites } from '../../workloads/own-writes.ts';
import { surplusJobs } from './cronjob-history.ts';
import { type CronJobReport, observeJobs, withoutJob } from './cronjob-status.ts';
import { untilNextStart } from './due-times.ts';
import { type CronJobContext, deleteJob, JOBS, startDueJob } from './start-job.ts';

const CRON_JOBS = { group: 'batch', version: 'v1', resource: 'cronjobs' };
/** The page in the warning about a time zone in a schedule. */
const DOCUMENTATION = kubernetesName('https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/');

/** Starts Jobs on schedules, and deletes Jobs beyond the history limits. */
export const cronJobController: Controller = {
  name: 'cronjob-controller',
  alias: 'cronjob',
  serviceAccount: 'cronjob-controller',
  run(context) {
    const { informers, signal } = context;
    const jobs = informers.for<Job>(JOBS);
    const ownWrites = new OwnWrites();
    const reconciler = new Reconciler<CronJob>({
      ...context,
      name: cronJobController.name,
      informer: informers.for<CronJob>(CRON_JOBS),
      delayOf: (cronJob, previous) => untilChangedScheduleStarts(cronJob, previous, context),
      async reconcile(cronJob, client) {
        if (!ownWrites.isCurrent(cronJob)) return undefined;
        const { namespace = '', name = '', uid = '' } = cronJob.metadata;
        const owned = jobs.ownedBy(uid).filter((job) => controllerOf(job)?.uid === uid);
        const sync = await syncCronJob(cronJob, owned, { ...context, client });
        if (!isDeepEqual(cronJob.status ?? {}, sync.status)) {
          const address = { ...CRON_JOBS, namespace, name, subresource: 'status' };
          ownWrites.add(await client.update(address, { ...cronJob, status: sync.status }));
        }
        if (sync.error !== undefined) throw sync.error;
        return sync.requeue;
      },
    });
    reconciler.watch(jobs, (job) => {
      const { kind, name } = controllerOf(job) ?? {};
      return kind === 'CronJob' ? [`${job.metadata.namespace}/${name}`] : [];
    });
    return reconciler.run(signal);
  },
};

interface CronJobSync {
  readonly status: CronJobStatus;
  readonly requeue?: Requeue | undefined;
  readonly error?: unknown;
}

/** Trims the history, then starts the due Job. An error is returned together with the status so far. */
async function syncCronJob(cronJob: CronJob, jobs: readonly Job[], context: CronJobContext): Promise<CronJobSync> {
  const trimmed = await trimHistory(cronJob, jobs, context);
  const { reports, missing, status } = observeJobs({ ...cronJob, status: trimmed }, jobs);
  for (const { type, reason, message } of reports) context.events.record(cronJob, type, reason, message);
  let sync: CronJobSync = { status };
  try {
    for (const { namespace = '', name = '', uid } of missing) {
      if (await exists(namespace, name, context)) continue;
      context.events.record(cronJob, 'Normal', 'MissingJob', `Active job went missing: ${name}`);
      sync = { status: withoutJob(sync.status, uid) };
    }
    sync = await followSchedule({ ...cronJob, status: sync.status }, context);
  } catch (error) {
    sync = { ...sync, error };
  }
  return sync;
}

/** Deletes Jobs beyond the history limits. Returns the status without them. */
async function trimHistory(cronJob: CronJob, jobs: readonly Job[], context: CronJobContext): Promise<CronJobStatus> {
  let { status = {} } = cronJob;
  for (const job of surplusJobs(cronJob, jobs)) {
    try {
      await deleteJob(cronJob, job, context);
      status = withoutJob(status, job.metadata.uid);
    } catch (error) {
      // An event reports the failure, which delays neither the other Jobs nor the schedule.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return status;
}

async function exists(namespace: string, name: string, { client }: CronJobContext): Promise<boolean> {
  try {
    await client.get({ ...JOBS, namespace, name });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return false;
    throw error;
  }
}

async function followSchedule(cronJob: CronJob, context: CronJobContext): Promise<CronJobSync> {
  const { metadata, spec, status = {} } = cronJob;
  if (metadata.deletionTimestamp) return { status };
  const { schedule, reports } = spec?.suspend ? { reports: timeZoneReports(cronJob) } : readSchedule(cronJob, context);
  for (const { type, reason, message } of reports) context.events.record(cronJob, type, reason, message);
  if (!schedule) return { status };
  const { status: started, error } = await startDueJob(cronJob, schedule, context);
  if (error !== undefined) return { status: started, error };
  const after = untilNextStart({ ...cronJob, status: started }, schedule, context.clock.now());
  return { status: started, requeue: after === undefined ? undefined : { after } };
}

/**
 * After a change of the schedule, past starts of the new schedule are not made up for; after other changes, they are.
 */
function untilChangedScheduleStarts(cronJob: CronJob, previous: CronJob, context: CronJobContext): number {
  const { spec } = cronJob;
  if (spec?.schedule === previous.spec?.schedule && spec?.timeZone === previous.spec?.timeZone) return 0;
  const { schedule } = readSchedule(cronJob, context);
  return schedule ? (untilNextStart(cronJob, schedule, context.clock.now()) ?? 0) : 0;
}

interface ReadSchedule {
  readonly schedule?: CronSchedule;
  readonly reports: readonly CronJobReport[];
}

/** Objects that were stored before validation became stricter may have invalid schedules. */
function readSchedule(cronJob: CronJob, { dialect }: CronJobContext): ReadSchedule {
  const { schedule: text = '', timeZone } = cronJob.spec ?? {};
  const unknownZone = timeZoneReports(cronJob);
  if (unknownZone.length > 0) return { reports: unknownZone };
  const hasOwnZone = text.includes('TZ');
  const reports: CronJobReport[] = hasOwnZone ? [unsupportedZone(text, dialect.rename(DOCUMENTATION))] : [];
  try {
    return { schedule: parseCronSchedule(timeZone && !hasOwnZone ? `TZ=${timeZone} ${text}` : text), reports };
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    const message = `unparseable schedule: ${JSON.stringify(text)} : ${error.message}`;
    return { reports: [...reports, { type: 'Warning', reason: 'UnparseableSchedule', message }] };
  }
}

function timeZoneReports({ spec }: CronJob): CronJobReport[] {
  if (spec?.timeZone === undefined) return [];
  const error = timeZoneError(spec.timeZone);
  const message = `invalid timeZone: ${JSON.stringify(spec.timeZone)}: ${error}`;
  return error ? [{ type: 'Warning', reason: 'UnknownTimeZone', message }] : [];
}

const unsupportedZone = (schedule: string, documentation: string): CronJobReport => ({
  type: 'Warning',
  reason: 'UnsupportedSchedule',
  message: `CRON_TZ or TZ used in schedule ${JSON.stringify(schedule)} is not officially supported, see ${documentation} for more details`,
});
