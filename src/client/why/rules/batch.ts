import type { Cause } from '../../../api/debug/why.ts';
import type { CronJob, Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { cronScheduleError, parseCronSchedule } from '../../../api/values/cron/cron-schedule.ts';
import { nextTime } from '../../../api/values/cron/next-time.ts';
import { conditionsOf } from '../../objects/object-facts.ts';
import { cause, conditionEvidence, eventEvidence, objectEvidence, patchFix } from '../cause.ts';
import { idle, stopped } from '../idle.ts';
import { type Rule, rule, type View } from '../view.ts';
import { are, countText, listText, timeText } from '../words.ts';
import { podsOf, unreadyPods } from './workloads.ts';

const isEnded = (job: Job): boolean =>
  conditionsOf(job).some(({ type, status }) => status === 'True' && (type === 'Complete' || type === 'Failed'));

/** Explains a failed job by its failed pods. */
export const failedJob: Rule = rule<Job>(async (job, view) => {
  const failed = conditionsOf(job).find(({ type, status }) => type === 'Failed' && status === 'True');
  if (!failed) return undefined;
  const evidence = [conditionEvidence(job, failed)];
  if (failed.reason === 'DeadlineExceeded')
    return cause(
      'job-deadline',
      `it ran longer than its deadline of ${countText(job.spec?.activeDeadlineSeconds ?? 0, 'second')}`,
      {
        evidence,
      },
    );
  const because = await failures(view, await podsOf(view, job));
  if (failed.reason === 'BackoffLimitExceeded')
    return cause(
      'backoff-limit',
      `its pods failed more often than its back-off limit of ${job.spec?.backoffLimit ?? 6} allows`,
      {
        evidence,
        because,
      },
    );
  return cause(
    'job-failed',
    `it failed for the reason ${failed.reason}${because.length > 0 ? '' : `: ${failed.message}`}`,
    { evidence, because },
  );
});

async function failures(view: View, pods: readonly Pod[]) {
  const failed = pods.find(({ status }) => status?.phase === 'Failed');
  return failed ? view.causesOf(failed) : [];
}

/** Reports failed pods of a job, whether or not it has ended. */
export const failedPods: Rule = rule<Job>(async (job, view) => {
  if (isEnded(job)) return undefined;
  const because = await failures(view, await podsOf(view, job));
  return because.length > 0 ? failedAndReplaced(job, because) : undefined;
});

function failedAndReplaced(job: Job, because: readonly Cause[]): Cause {
  const { failed = 1 } = job.status ?? {};
  return cause('job-pods-failed', `${countText(failed, 'pod')} failed, and ${are(failed)} replaced`, {
    evidence: [objectEvidence(job, `status.failed: ${failed}`)],
    because,
  });
}

/** Reports a suspended job. */
export const suspendedJob: Rule = rule<Job>((job) =>
  job.spec?.suspend && !isEnded(job)
    ? cause('job-suspended', 'its field suspend is true, so it creates no pods', {
        evidence: [objectEvidence(job, 'spec.suspend: true')],
        fix: patchFix('Resume the job', job, 'jobs', { spec: { suspend: false } }),
      })
    : undefined,
);

/** Explains a running job by its pods, or why it has none. */
export const runningJob: Rule = rule<Job>(async (job, view) => {
  if (isEnded(job) || job.spec?.suspend) return undefined;
  const pods = await podsOf(view, job);
  const failed = await failures(view, pods);
  const unready = await unreadyPods(
    view,
    pods.filter(({ status }) => status?.phase !== 'Failed'),
  );
  if (failed.length > 0) return [failedAndReplaced(job, failed), ...unready];
  if (unready.length > 0) return unready;
  const because = idle('job-controller', view, job.metadata.namespace);
  return pods.length === 0 && because.length > 0
    ? cause('pods-missing', 'its pods have not been created', { because })
    : pods.length > 0
      ? cause('job-running', `${countText(pods.length, 'pod')} ${pods.length === 1 ? 'has' : 'have'} not finished`, {
          evidence: pods.slice(0, 3).map((pod) => objectEvidence(pod)),
        })
      : undefined;
});

/** Explains why a cron job creates no jobs. */
export const cronJob: Rule = rule<CronJob>(async (object, view) => {
  const { spec, status, metadata } = object;
  if (spec?.suspend)
    return cause('cron-job-suspended', 'its field suspend is true, so it creates no jobs', {
      evidence: [objectEvidence(object, 'spec.suspend: true')],
      fix: patchFix('Resume the cron job', object, 'cronjobs', { spec: { suspend: false } }),
    });
  const waits = stopped('cronjob-controller', view, metadata.namespace);
  if (waits.length > 0) return cause('cron-job-not-examined', 'its schedule is not evaluated', { because: waits });
  const problem = (await view.eventsOf(object)).findLast(({ reason }) => PROBLEMS.has(reason ?? ''));
  const active = status?.active ?? [];
  if (problem?.reason === 'JobAlreadyActive' && active.length > 0) {
    const jobs = await view.listAs<Job>('batch/Job', metadata.namespace);
    const running = jobs.filter(({ metadata: { name } }) => active.some((job) => job.name === name));
    const because = await Promise.all(running.map((job) => view.causesOf(job)));
    return cause(
      'cron-job-forbids',
      `its concurrency policy Forbid starts no job while ${listText(active.map(({ name }) => `job ${name}`))} runs`,
      {
        evidence: [eventEvidence(object, problem), objectEvidence(object, 'spec.concurrencyPolicy: Forbid')],
        because: because.flat(),
      },
    );
  }
  if (problem && problem.reason !== 'JobAlreadyActive')
    return cause('cron-job-failed', `its controller reports: ${problem.message}`, {
      evidence: [eventEvidence(object, problem)],
    });
  return schedule(object, view);
});

const PROBLEMS: ReadonlySet<string> = new Set([
  'JobAlreadyActive',
  'UnparseableSchedule',
  'InvalidSchedule',
  'UnknownTimeZone',
  'FailedCreate',
]);

/** Returns why a scheduled time has no job: its start was missed, or the first time is still to come. */
function schedule(object: CronJob, view: View): Cause | undefined {
  const { spec, status, metadata } = object;
  const { schedule: text = '', timeZone, startingDeadlineSeconds: deadline } = spec ?? {};
  if (cronScheduleError(text)) return undefined;
  const last = Date.parse(status?.lastScheduleTime ?? metadata.creationTimestamp ?? '');
  const next = nextTime(parseCronSchedule(timeZone ? `TZ=${timeZone} ${text}` : text), last);
  if (next === undefined) return undefined;
  const evidence = [objectEvidence(object, 'spec.schedule')];
  const at = timeText(new Date(next).toISOString(), view.now);
  if (deadline !== undefined && next + deadline * 1000 < view.now)
    return cause(
      'cron-job-missed',
      `it missed ${at}, which is longer ago than its starting deadline of ${deadline} seconds`,
      {
        evidence: [...evidence, objectEvidence(object, 'spec.startingDeadlineSeconds')],
      },
    );
  return status?.lastScheduleTime || next < view.now
    ? undefined
    : cause('cron-job-waits', `its schedule ${text} starts the first job at ${at}`, { evidence });
}
