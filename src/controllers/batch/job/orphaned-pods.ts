import type { Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { aborted } from '../../../client/aborted.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { Informer } from '../../../client/informer.ts';
import { objectKey } from '../../../client/object-key.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';
import { WorkQueue, type WorkQueueOptions } from '../../../client/work-queue.ts';
import type { JobNames } from './job-names.ts';
import { isTracked } from './job-pods.ts';

export interface OrphanedPodsOptions extends Pick<WorkQueueOptions, 'clock' | 'random' | 'reportProblem'> {
  readonly pods: Informer<Pod>;
  readonly jobs: Informer<Job>;
  readonly names: JobNames;
  readonly release: (pod: Pod) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Releases the pods that no Job counts any more, until the signal is aborted. */
export async function releaseOrphanedPods(options: OrphanedPodsOptions): Promise<void> {
  const { pods, jobs, names, release, signal } = options;
  const isOrphan = (pod: Pod): boolean => isTracked(pod, names) && !jobOf(pod, jobs);
  const queue = new WorkQueue({
    ...options,
    describe: (key) => `job-controller: releasing ${key}`,
    isExpected: (error) => error instanceof ApiError,
    workers: 10,
    async work(key) {
      const pod = pods.get(key);
      if (pod && isOrphan(pod)) await release(pod);
      return undefined;
    },
  });
  const enqueue = (pod: Pod): void => queue.add(objectKey(pod));
  // The Job of a pod that has one may not have arrived yet.
  const checkUncontrolled = (pod: Pod): void => {
    if (isTracked(pod, names) && !controllerOf(pod)) enqueue(pod);
  };
  const unsubscribes = [
    pods.subscribe({ added: checkUncontrolled, updated: checkUncontrolled }),
    jobs.subscribe({ deleted: ({ metadata }) => pods.ownedBy(metadata.uid ?? '').forEach(enqueue) }),
  ];
  const synced = await Promise.all([pods.whenSynced(signal), jobs.whenSynced(signal)]);
  // Jobs that were deleted before this controller started.
  if (!synced.includes(false)) pods.list().filter(isOrphan).forEach(enqueue);
  await aborted(signal);
  for (const unsubscribe of unsubscribes) unsubscribe();
  await queue.close();
}

function jobOf(pod: Pod, jobs: Informer<Job>): Job | undefined {
  const { kind, name, uid } = controllerOf(pod) ?? {};
  if (kind !== 'Job') return undefined;
  const job = jobs.get(`${pod.metadata.namespace}/${name}`);
  return job?.metadata.uid === uid ? job : undefined;
}
