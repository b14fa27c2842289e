import { timeText } from '../../api/environment.ts';
import type { DaemonSet, Deployment, StatefulSet } from '../../api/kinds/apps-v1.generated.ts';
import type { CronJob, Job } from '../../api/kinds/batch-v1.generated.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { parseCronSchedule } from '../../api/values/cron/cron-schedule.ts';
import { nextTime } from '../../api/values/cron/next-time.ts';
import { podCounts, type Workload } from '../objects/workload.ts';
import { podState } from '../states/pod-state.ts';
import type { State } from '../states/state.ts';
import { stateOf } from '../states/state-of.ts';
import {
  age,
  code,
  counted,
  type Fact,
  facts,
  lines,
  type OverviewCard,
  type OverviewContext,
  objectText,
  overview,
  pairsText,
  stateText,
  subtle,
  type Text,
  table,
} from './card.ts';
import { templateCards } from './pod.ts';
import { podsCard, relatedObjects, selectorText } from './pods-table.ts';

/** Returns a card with the progress of a controller and further facts. */
function progressCard(
  resource: string,
  workload: Workload,
  context: OverviewContext,
  more: readonly Fact[],
): OverviewCard {
  return {
    title: 'Progress',
    facts: [
      ...facts([
        ['State', stateText(stateOf(workload, context.dialect))],
        ['Waiting for', waitingText(podsOf(context))],
        [
          'Pods',
          lines(
            podCounts(resource, workload).map(
              ({ label, count, of }): Text => ({
                type: 'bar',
                label,
                count,
                of,
                text: `${count} of ${of} ${label.toLowerCase()}`,
                explains: label.toLowerCase(),
              }),
            ),
          ),
        ],
        ['Selector', selectorText(workload.spec?.selector), 'spec.selector'],
      ]),
      ...more,
    ],
  };
}

const podsOf = (context: OverviewContext): Pod[] => relatedObjects<Pod>(context, 'core/Pod', ['owned', 'selects']);

/** Returns the distinct reasons why pods are waiting, each with its number of pods. */
function waitingText(pods: readonly Pod[]): Text | undefined {
  const reasons = new Map<string, { readonly state: State; count: number }>();
  for (const state of pods.map(podState)) {
    if (state.mark === 'success') continue;
    const key = `${state.word} ${state.reason}`;
    const known = reasons.get(key);
    if (known) known.count += 1;
    else reasons.set(key, { state, count: 1 });
  }
  const texts = [...reasons.values()].map(
    ({ state, count }): Text => [`${count} ${count === 1 ? 'pod' : 'pods'} `, ...[stateText(state)].flat()],
  );
  return texts.length > 0 ? lines(texts) : undefined;
}

const NO_PODS = 'No pods. The controller creates them from the template.';

/** Returns the cards of a workload: its progress, its pods and its template. */
function workloadCards(
  resource: string,
  object: ApiObject,
  context: OverviewContext,
  more: readonly Fact[] = [],
): OverviewCard[] {
  const workload: Workload = object;
  return [
    progressCard(resource, workload, context, more),
    podsCard('Pods', podsOf(context), NO_PODS),
    ...templateCards(workload.spec?.template?.spec, workload.metadata.namespace),
  ];
}

const rolling = (values: object | undefined): string =>
  Object.entries(values ?? {})
    .filter(([name, value]) => name !== 'partition' || value > 0)
    .map(([name, value]) => `${WORDS[name] ?? name} ${value}`)
    .join(', ');

const WORDS: Readonly<Record<string, string>> = {
  maxUnavailable: 'at most unavailable:',
  maxSurge: 'at most in addition:',
  partition: 'only ordinals from',
};

const strategyText = (
  strategy: { readonly type?: string | undefined; readonly rollingUpdate?: object | undefined } | undefined,
) =>
  strategy && [
    strategy.type ?? 'RollingUpdate',
    ...(rolling(strategy.rollingUpdate) ? [' ', subtle(rolling(strategy.rollingUpdate))] : []),
  ];

export const deploymentOverview = overview<Deployment>((deployment, context) => {
  const { spec } = deployment;
  const more = facts([
    ['Strategy', strategyText(spec?.strategy), 'spec.strategy'],
    ['Ready after', spec?.minReadySeconds ? `${spec.minReadySeconds}s` : undefined, 'spec.minReadySeconds'],
    ['Deadline', `${spec?.progressDeadlineSeconds ?? 600}s without progress`, 'spec.progressDeadlineSeconds'],
    ['Old revisions', `${spec?.revisionHistoryLimit ?? 10} kept`, 'spec.revisionHistoryLimit'],
  ]);
  return workloadCards('deployments', deployment, context, more);
});

export const statefulSetOverview = overview<StatefulSet>((set, context) => {
  const { spec, metadata } = set;
  const more = facts([
    ['Strategy', strategyText(spec?.updateStrategy), 'spec.updateStrategy'],
    ['Pod management', spec?.podManagementPolicy, 'spec.podManagementPolicy'],
    [
      'Service',
      spec?.serviceName && objectText('core/Service', { namespace: metadata.namespace, name: spec.serviceName }),
    ],
    [
      'Volume claims',
      (spec?.volumeClaimTemplates ?? [])
        .map(({ metadata: { name }, spec: claim }) => `${name} (${claim?.resources?.requests?.storage ?? 'any size'})`)
        .join(', '),
    ],
  ]);
  return workloadCards('statefulsets', set, context, more);
});

export const daemonSetOverview = overview<DaemonSet>((set, context) => {
  const more = facts([
    ['Strategy', strategyText(set.spec?.updateStrategy), 'spec.updateStrategy'],
    ['Nodes', pairsText(set.spec?.template.spec?.nodeSelector) ?? 'Every node that the pods tolerate'],
  ]);
  return workloadCards('daemonsets', set, context, more);
});

export const replicaSetOverview = overview<Workload>((set, context) => workloadCards('replicasets', set, context));

/** The selector of a replication controller is a map of labels. */
export const replicationControllerOverview = overview<Workload>((controller, context) => {
  const matchLabels = controller.spec?.selector as Record<string, string> | undefined;
  const workload: Workload = {
    ...controller,
    spec: { ...controller.spec, selector: matchLabels ? { matchLabels } : {} },
  };
  return workloadCards('replicasets', workload, context);
});

export const jobOverview = overview<Job>((job, context) => {
  const { spec, status } = job;
  const more = facts([
    [
      'Completions',
      spec?.completions === undefined ? 'Until one pod succeeds' : String(spec.completions),
      'spec.completions',
    ],
    ['Parallelism', spec?.parallelism, 'spec.parallelism'],
    [
      'Retries',
      {
        ...counted(status?.failed ?? 0, 'failed pod', 'failed'),
        text: `${status?.failed ?? 0} of ${spec?.backoffLimit ?? 6} failed pods`,
      },
    ],
    ['Started', status?.startTime && [age(status.startTime), ' ago']],
    ['Duration', status?.startTime && status.completionTime && secondsBetween(status.startTime, status.completionTime)],
    ['Deadline', spec?.activeDeadlineSeconds && `${spec.activeDeadlineSeconds}s`, 'spec.activeDeadlineSeconds'],
    [
      'Deleted',
      spec?.ttlSecondsAfterFinished !== undefined && `${spec.ttlSecondsAfterFinished}s after its end`,
      'spec.ttlSecondsAfterFinished',
    ],
    ['Completed indexes', status?.completedIndexes, 'status.completedIndexes'],
    ['Failed indexes', status?.failedIndexes, 'status.failedIndexes'],
  ]);
  return workloadCards('jobs', job, context, more);
});

const secondsBetween = (from: string, to: string): string => `${(Date.parse(to) - Date.parse(from)) / 1000}s`;

const POLICIES: Readonly<Record<string, string>> = {
  Allow: 'jobs may run at the same time',
  Forbid: 'a run is skipped while the last one runs',
  Replace: 'a run replaces the last one',
};

export const cronJobOverview = overview<CronJob>((cronJob, context) => {
  const { metadata, spec, status } = cronJob;
  const { concurrencyPolicy = 'Allow' } = spec ?? {};
  const jobs = relatedObjects<Job>(context, 'batch/Job', ['owned']).toSorted((a, b) =>
    (b.metadata.creationTimestamp ?? '') < (a.metadata.creationTimestamp ?? '') ? -1 : 1,
  );
  return [
    {
      title: 'Schedule',
      facts: facts([
        ['Schedule', [code(spec?.schedule ?? ''), ` ${spec?.timeZone ?? 'UTC'}`], 'spec.schedule'],
        ['Next run', spec?.suspend ? subtle('None while suspended') : nextRun(cronJob)],
        ['Last run', status?.lastScheduleTime ? [age(status.lastScheduleTime), ' ago'] : subtle('None')],
        ['Last success', status?.lastSuccessfulTime && [age(status.lastSuccessfulTime), ' ago']],
        ['Concurrency', [concurrencyPolicy, ' ', subtle(POLICIES[concurrencyPolicy] ?? '')], 'spec.concurrencyPolicy'],
        [
          'Starting deadline',
          spec?.startingDeadlineSeconds && `${spec.startingDeadlineSeconds}s`,
          'spec.startingDeadlineSeconds',
        ],
        [
          'History',
          `Keeps ${spec?.successfulJobsHistoryLimit ?? 3} successful and ${spec?.failedJobsHistoryLimit ?? 1} failed`,
        ],
      ]),
    },
    {
      title: 'Runs',
      emptyText: 'No runs. Jobs appear here when they are created on schedule.',
      tables: table(
        'Runs',
        ['Job', 'State', 'Age'],
        jobs.map((job) => [
          objectText('batch/Job', job.metadata),
          stateText(stateOf(job, context.dialect)),
          age(job.metadata.creationTimestamp),
        ]),
      ),
    },
    ...templateCards(spec?.jobTemplate.spec?.template.spec, metadata.namespace),
  ];
});

/** Returns the next time of the schedule after the last run, or the reason why there is none. */
function nextRun({ metadata, spec, status }: CronJob): Text {
  const { schedule = '', timeZone } = spec ?? {};
  try {
    const last = Date.parse(status?.lastScheduleTime ?? metadata.creationTimestamp ?? '');
    const next = nextTime(
      parseCronSchedule(timeZone && !/TZ=/.test(schedule) ? `TZ=${timeZone} ${schedule}` : schedule),
      last,
    );
    return next === undefined ? subtle('None in the next five years') : timeText(next);
  } catch {
    return subtle('The schedule cannot be read');
  }
}
