import { kubernetesDialect } from '../../../../src/api/dialect.ts';
import type { Job, JobSpec, JobStatus } from '../../../../src/api/kinds/batch-v1.generated.ts';
import type { Pod } from '../../../../src/api/kinds/core-v1.generated.ts';
import { NO_FAILURES } from '../../../../src/controllers/batch/job/job-backoff.ts';
import { jobNames } from '../../../../src/controllers/batch/job/job-names.ts';
import { type JobInput, readJobState } from '../../../../src/controllers/batch/job/job-state.ts';

export const NOW = Date.parse('2024-05-01T12:00:00Z');
export const names = jobNames(kubernetesDialect);

export const job = (spec: Partial<JobSpec> = {}, status: JobStatus = {}): Job => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'work', namespace: 'shop', uid: 'job' },
  spec: { parallelism: 2, completions: 3, backoffLimit: 6, template: { spec: { containers: [] } }, ...spec },
  status: { startTime: '2024-05-01T11:59:00Z', uncountedTerminatedPods: {}, ...status },
});

interface PodFacts {
  readonly phase?: string;
  readonly index?: number;
  readonly ready?: boolean;
  readonly deleted?: boolean;
  readonly tracked?: boolean;
  readonly finishedAt?: string;
  readonly exitCode?: number;
  readonly annotations?: Record<string, string>;
  readonly node?: string;
}

/** Returns a pod of the Job, with `name` as its name and UID. */
export function pod(name: string, facts: PodFacts = {}): Pod {
  const { phase = 'Running', index, ready, deleted, tracked = true, finishedAt, exitCode = 1, node } = facts;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'shop',
      uid: name,
      creationTimestamp: '2024-05-01T11:59:00Z',
      ...(tracked ? { finalizers: [names.trackingFinalizer] } : {}),
      ...(deleted ? { deletionTimestamp: '2024-05-01T11:59:30Z' } : {}),
      annotations: { ...facts.annotations, ...(index === undefined ? {} : { [names.completionIndex]: `${index}` }) },
    },
    spec: { containers: [], ...(node ? { nodeName: node } : {}) },
    status: {
      phase,
      conditions: ready ? [{ type: 'Ready', status: 'True' }] : [],
      ...(finishedAt
        ? {
            containerStatuses: [
              {
                name: 'app',
                image: '',
                imageID: '',
                ready: false,
                restartCount: 0,
                state: { terminated: { exitCode, finishedAt } },
              },
            ],
          }
        : {}),
    },
  };
}

export const stateOf = (of: Job, pods: readonly Pod[], more: Partial<JobInput> = {}) =>
  readJobState({ job: of, pods, now: NOW, failures: NO_FAILURES, isReleased: () => false, names, ...more });

export const namesOf = (pods: readonly Pod[]): string[] => pods.map(({ metadata }) => metadata.name ?? '');
