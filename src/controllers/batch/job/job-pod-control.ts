import type { Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { EventRecorder } from '../../../client/events/event-recorder.ts';
import type { Expectations } from '../../workloads/pods/expectations.ts';
import { createPod, deletePod, isNamespaceTerminating, PODS } from '../../workloads/pods/pod-control.ts';
import { type Batch, slowStart } from '../../workloads/pods/slow-start.ts';
import type { JobNames } from './job-names.ts';
import type { JobPlan } from './job-plan.ts';
import { podOf, podOfIndex } from './job-pod-template.ts';
import { isTracked } from './job-pods.ts';
import type { JobState } from './job-state.ts';
import type { ReleasedPods } from './released-pods.ts';

export interface JobPodControlOptions {
  readonly client: ApiClient;
  readonly events: EventRecorder;
  readonly names: JobNames;
  readonly expectations: Expectations;
  readonly released: ReleasedPods;
}

/** Creates, deletes and releases the pods of Jobs, and tracks writes that the informers do not show yet. */
export class JobPodControl {
  readonly #options: JobPodControlOptions;

  constructor(options: JobPodControlOptions) {
    this.#options = options;
  }

  /** Creates the pods of a plan. */
  async create({ job, indexes: jobIndexes }: JobState, { create, indexes }: JobPlan): Promise<Batch> {
    const { names, expectations } = this.#options;
    const uid = job.metadata.uid ?? '';
    let attempts = 0;
    expectations.expect(uid, create);
    const batch = await slowStart(create, async (position) => {
      attempts += 1;
      const index = indexes?.[position];
      const pod =
        index === undefined ? podOf(job, names) : podOfIndex(job, index, jobIndexes?.toReplace.get(index), names);
      try {
        await createPod(pod, job, this.#options);
      } catch (error) {
        expectations.creationObserved(uid);
        if (!isNamespaceTerminating(error)) throw error;
      }
    });
    expectations.creationObserved(uid, create - attempts);
    return batch;
  }

  /** Deletes pods. Pods that must not be counted are released first. */
  async delete(job: Job, pods: readonly Pod[], { isCounted }: { readonly isCounted: boolean }): Promise<Batch> {
    const { expectations } = this.#options;
    const uid = job.metadata.uid ?? '';
    if (!isCounted)
      expectations.expect(
        uid,
        0,
        pods.map(({ metadata }) => metadata.uid ?? ''),
      );
    return settle(pods, async (pod) => {
      try {
        if (!isCounted) await this.release(pod);
        await deletePod(pod, job, this.#options);
      } catch (error) {
        expectations.deletionObserved(uid, pod.metadata.uid ?? '');
        if (!(error instanceof ApiError && error.isNotFound)) throw error;
      }
    });
  }

  /** Removes the tracking finalizer of a pod. */
  async release(pod: Pod): Promise<void> {
    const { client, names, released } = this.#options;
    const { namespace = '', name = '', uid } = pod.metadata;
    if (!isTracked(pod, names)) return;
    released.add(pod);
    const metadata = { uid, '$deleteFromPrimitiveList/finalizers': [names.trackingFinalizer] };
    try {
      await client.patch({ ...PODS, namespace, name }, 'strategic', { metadata });
    } catch (error) {
      if (error instanceof ApiError && error.isNotFound) return;
      released.delete(pod);
      throw error;
    }
  }

  /** Releases pods and returns the UIDs of the released ones. */
  async releaseAll(pods: readonly Pod[]): Promise<Batch & { readonly released: ReadonlySet<string> }> {
    const released = new Set<string>();
    const batch = await settle(pods, async (pod) => {
      await this.release(pod);
      released.add(pod.metadata.uid ?? '');
    });
    return { ...batch, released };
  }
}

/** Attempts all operations concurrently. */
async function settle(pods: readonly Pod[], attempt: (pod: Pod) => Promise<void>): Promise<Batch> {
  const results = await Promise.allSettled(pods.map(attempt));
  const failures = results.filter((result) => result.status === 'rejected');
  const [failure] = failures;
  const successes = pods.length - failures.length;
  return failure ? { successes, error: failure.reason } : { successes };
}
