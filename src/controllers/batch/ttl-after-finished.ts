import type { Job } from '../../api/kinds/batch-v1.generated.ts';
import { ApiError } from '../../client/api-error.ts';
import type { Controller } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { finishedCondition } from './job/job-pods.ts';

const JOBS = { group: 'batch', version: 'v1', resource: 'jobs' };

/** Deletes finished Jobs and their pods after their time to live. */
export const ttlAfterFinishedController: Controller = {
  name: 'ttl-after-finished-controller',
  alias: 'ttl-after-finished',
  serviceAccount: 'ttl-after-finished-controller',
  run(context) {
    const { informers, clock, signal } = context;
    const reconciler = new Reconciler<Job>({
      ...context,
      name: ttlAfterFinishedController.name,
      informer: informers.for<Job>(JOBS),
      async reconcile(job, client) {
        const expiry = expiryOf(job);
        if (expiry === undefined) return undefined;
        const remaining = expiry - clock.now();
        if (remaining > 0) return { after: remaining };
        const { namespace = '', name = '', uid = '' } = job.metadata;
        try {
          await client.delete(
            { ...JOBS, namespace, name },
            { propagationPolicy: 'Foreground', preconditions: { uid } },
          );
        } catch (error) {
          if (!(error instanceof ApiError && error.isNotFound)) throw error;
        }
        return undefined;
      },
    });
    return reconciler.run(signal);
  },
};

/** Returns when a Job must be deleted, in milliseconds since 1970; undefined when it is kept. */
export function expiryOf(job: Job): number | undefined {
  const { ttlSecondsAfterFinished } = job.spec ?? {};
  const finished = finishedCondition(job)?.lastTransitionTime;
  if (ttlSecondsAfterFinished === undefined || finished === undefined || job.metadata.deletionTimestamp) {
    return undefined;
  }
  return Date.parse(finished) + ttlSecondsAfterFinished * 1000;
}
