import { always, type Life } from '../life.ts';
import { find, names } from './observe.ts';

const cronJob = (spec: string): string => `
apiVersion: batch/v1
kind: CronJob
metadata: {name: report, namespace: default}
spec:
  schedule: "0 10 * * *"
  ${spec}
  jobTemplate:
    spec:
      template:
        spec: {restartPolicy: Never, containers: [{name: report, image: reporter}]}
`;

const job = (name: string, spec: string): string => `
apiVersion: batch/v1
kind: Job
metadata: {name: ${name}, namespace: default}
spec:
  ${spec}
  template:
    spec: {restartPolicy: Never, containers: [{name: work, image: worker}]}
`;

const ended = (name: string, ttl: number): string => `---${job(name, `ttlSecondsAfterFinished: ${ttl}`)}
status:
  startTime: "2024-01-15T09:00:00Z"
  completionTime: "2024-01-15T09:01:00Z"
  conditions: [{type: Complete, status: "True", lastTransitionTime: "2024-01-15T09:01:00Z"}]
`;

export const BATCH: readonly Life[] = [
  {
    controller: 'cronjob-controller',
    title: 'starts a Job every day, and replaces the previous one',
    seed: cronJob('concurrencyPolicy: Replace'),
    async observe(cluster) {
      const { status } = await find(cluster, 'batch/v1/cronjobs', 'report');
      return { last: status?.lastScheduleTime, jobs: await names(cluster, 'batch/v1/jobs') };
    },
    after: {
      'a minute': { last: undefined, jobs: [] },
      'an hour': { last: '2024-01-15T10:00:00Z', jobs: ['report-28421880'] },
      'a day': { last: '2024-01-15T10:00:00Z', jobs: ['report-28421880'] },
      'thirty days': { last: '2024-02-13T10:00:00Z', jobs: ['report-28463640'] },
    },
  },
  {
    controller: 'cronjob-controller',
    title: 'starts no Job while an active Job forbids concurrency',
    seed: cronJob('concurrencyPolicy: Forbid'),
    observe: (cluster) => names(cluster, 'batch/v1/jobs'),
    after: { ...always(['report-28421880']), 'a minute': [] },
  },
  {
    controller: 'job-controller',
    title: 'fails a Job at its deadline',
    seed: job('slow', 'activeDeadlineSeconds: 1800'),
    async observe(cluster) {
      const { status } = await find(cluster, 'batch/v1/jobs', 'slow');
      const failure = status.conditions?.[0];
      return [status.active, failure?.reason, failure?.lastTransitionTime];
    },
    after: {
      ...always([undefined, 'DeadlineExceeded', '2024-01-15T09:31:00Z']),
      'a minute': [1, undefined, undefined],
    },
  },
  {
    controller: 'ttl-after-finished-controller',
    title: 'deletes each finished Job after its time to live',
    seed: ended('half-an-hour', 1800) + ended('twenty-days', 20 * 86_400) + ended('year', 365 * 86_400),
    others: ['garbage-collector-controller'],
    observe: (cluster) => names(cluster, 'batch/v1/jobs'),
    after: {
      'a minute': ['half-an-hour', 'twenty-days', 'year'],
      'an hour': ['twenty-days', 'year'],
      'a day': ['twenty-days', 'year'],
      'thirty days': ['year'],
    },
  },
];
