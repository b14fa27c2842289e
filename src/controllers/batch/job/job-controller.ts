import type { Job, JobStatus } from '../../../api/kinds/batch-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { objectKey } from '../../../client/object-key.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';
import type { Controller, ControllerContext } from '../../controller.ts';
import { Reconciler } from '../../reconciler.ts';
import { isDeepEqual } from '../../workloads/deep-equal.ts';
import { OwnWrites } from '../../workloads/own-writes.ts';
import { claimObjects } from '../../workloads/pods/claims.ts';
import { orphanIndex } from '../../workloads/pods/controller-reference.ts';
import { Expectations } from '../../workloads/pods/expectations.ts';
import { PODS } from '../../workloads/pods/pod-control.ts';
import { type FailureRecord, NO_FAILURES } from './job-backoff.ts';
import { jobNames } from './job-names.ts';
import { JobPodControl } from './job-pod-control.ts';
import { JOB_KIND } from './job-pod-template.ts';
import { isJobFinished } from './job-pods.ts';
import { releaseOrphanedPods } from './orphaned-pods.ts';
import { ReleasedPods } from './released-pods.ts';
import { syncJob } from './sync-job.ts';

const JOBS = { group: 'batch', version: 'v1', resource: 'jobs' };

/** Runs the pods of Jobs until they complete or fail, and counts finished pods. */
export const jobController: Controller = {
  name: 'job-controller',
  alias: 'job',
  serviceAccount: 'job-controller',
  async run(context) {
    const { client, clock, dialect, events, informers, signal } = context;
    const names = jobNames(dialect);
    const jobs = informers.for<Job>(JOBS);
    const pods = informers.for<Pod>(PODS);
    pods.addIndexers(orphanIndex);
    const expectations = new Expectations(clock);
    const released = new ReleasedPods();
    const ownWrites = new OwnWrites();
    /** By UID of the Job. */
    const failures = new Map<string, FailureRecord>();
    const parts = { events, names, expectations, released };
    const claim = {
      ownerKind: JOB_KIND,
      owners: JOBS,
      objects: pods,
      address: PODS,
      finalizers: [names.trackingFinalizer],
    };
    const forget = ({ metadata: { uid = '' } }: Job): void => {
      failures.delete(uid);
      expectations.forget(uid);
    };
    const reconciler = new Reconciler<Job>({
      ...context,
      name: jobController.name,
      informer: jobs,
      async reconcile(job, client) {
        if (isJobFinished(job)) forget(job);
        if (isJobFinished(job) || !ownWrites.isCurrent(job)) return undefined;
        const { uid = '' } = job.metadata;
        const isSettled = expectations.areMet(uid);
        const owned = await claimObjects(job, labelSelectorFromObject(job.spec?.selector), { ...claim, client });
        const input = {
          job,
          pods: owned,
          now: clock.now(),
          failures: failures.get(uid) ?? NO_FAILURES,
          isReleased: (pod: Pod) => released.has(pod),
          names,
        };
        return await syncJob(input, {
          control: new JobPodControl({ ...parts, client }),
          isSettled,
          store: (current, status) => storeJobStatus(client, ownWrites, current, status),
          recordFailures: (record) => failures.set(uid, record),
          recordEvent: (type, reason, message) => events.record(job, type, reason, message),
        });
      },
    });
    reconciler.watch(pods, (pod) => jobsOf(pod, context), { controlledBy: 'Job' });
    const unsubscribes = [
      expectations.observe(pods, 'Job'),
      released.observe(pods, names),
      jobs.subscribe({ deleted: forget }),
    ];
    const control = new JobPodControl({ ...parts, client });
    const orphans = releaseOrphanedPods({ ...context, pods, jobs, names, release: (pod) => control.release(pod) });
    await Promise.all([reconciler.run(signal), orphans]);
    for (const unsubscribe of unsubscribes) unsubscribe();
  },
};

/** Returns the key of the Job that controls a pod, or else of every Job that may adopt it. */
function jobsOf(pod: Pod, { informers }: ControllerContext): string[] {
  const { namespace = '', labels } = pod.metadata;
  const controller = controllerOf(pod);
  if (controller) return controller.kind === 'Job' ? [`${namespace}/${controller.name}`] : [];
  return informers
    .for<Job>(JOBS)
    .list({ namespace })
    .filter(({ spec }) => labelSelectorFromObject(spec?.selector).matches(labels))
    .map(objectKey);
}

/** Stores a Job's status if it differs from the current one, and returns the Job with it. */
async function storeJobStatus(client: ApiClient, ownWrites: OwnWrites, job: Job, status: JobStatus): Promise<Job> {
  if (isDeepEqual(job.status ?? {}, status)) return job;
  const { namespace = '', name = '' } = job.metadata;
  const stored = await client.update({ ...JOBS, subresource: 'status', namespace, name }, { ...job, status });
  ownWrites.add(stored);
  return stored;
}
