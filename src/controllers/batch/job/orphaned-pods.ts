import type { Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { aborted } from '../../../client/aborted.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { Informer } from '../../../client/informer.ts';
import { objectKey } from '../../../client/object-key.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';
import { WorkQueue, type WorkQueueOptions } from '../../../client/work-queue.ts';
import type { JobNames } from './job-names.ts';
import { isJobFinished, isTracked } from './job-pods.ts';

export interface OrphanedPodsOptions extends Pick<WorkQueueOptions, 'clock' | 'random' | 'reportProblem'> {
  readonly pods: Informer<Pod>;
  readonly jobs: Informer<Job>;
  readonly names: JobNames;
  readonly release: (pod: Pod) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Releases pods that no Job counts any longer, until the signal is aborted. */
export async function releaseOrphanedPods(options: OrphanedPodsOptions): Promise<void> {
  const { pods, jobs, names, release, signal } = options;
  const isOrphan = (pod: Pod): boolean => isTracked(pod, names) && !isCounted(pod, jobs);
  const synced = Promise.all([pods.whenSynced(signal), jobs.whenSynced(signal)]);
  const queue = new WorkQueue({
    ...options,
    describe: (key) => `job-controller: releasing ${key}`,
    isExpected: (error) => error instanceof ApiError,
    workers: 10,
    async work(key) {
      // The Job of a pod may arrive later than the pod.
      if ((await synced).includes(false)) return undefined;
      const pod = pods.get(key);
      if (pod && isOrphan(pod)) await release(pod);
      return undefined;
    },
  });
  const enqueue = (pod: Pod): void => queue.add(objectKey(pod));
  // The finalizer of a pod whose Job is unknown or finished only delays the deletion of the pod.
  const check = (pod: Pod): void => {
    if (isOrphan(pod) && (!controllerOf(pod) || pod.metadata.deletionTimestamp)) enqueue(pod);
  };
  const unsubscribes = [
    pods.subscribe({ added: check, updated: check }),
    jobs.subscribe({ deleted: ({ metadata }) => pods.ownedBy(metadata.uid ?? '').forEach(enqueue) }),
  ];
  // Release the pods of Jobs that were deleted before this controller started.
  if (!(await synced).includes(false))
    pods
      .list()
      .filter((pod) => isOrphan(pod) && !jobOf(pod, jobs))
      .forEach(enqueue);
  await aborted(signal);
  for (const unsubscribe of unsubscribes) unsubscribe();
  await queue.close();
}

/** Reports whether a Job counts a pod when it ends. */
function isCounted(pod: Pod, jobs: Informer<Job>): boolean {
  const job = jobOf(pod, jobs);
  return job !== undefined && !isJobFinished(job);
}

function jobOf(pod: Pod, jobs: Informer<Job>): Job | undefined {
  const { kind, name, uid } = controllerOf(pod) ?? {};
  if (kind !== 'Job') return undefined;
  const job = jobs.get(`${pod.metadata.namespace}/${name}`);
  return job?.metadata.uid === uid ? job : undefined;
}
