import type { Job, JobStatus } from '../../../api/kinds/batch-v1.generated.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { isDeepEqual } from '../../workloads/deep-equal.ts';
import type { OwnWrites } from '../../workloads/own-writes.ts';

const JOBS = { group: 'batch', version: 'v1', resource: 'jobs', subresource: 'status' };

/** Stores a Job's status if it differs from the current one, and returns the Job with it. */
export async function storeJobStatus(
  client: ApiClient,
  ownWrites: OwnWrites,
  job: Job,
  status: JobStatus,
): Promise<Job> {
  if (isDeepEqual(job.status ?? {}, status)) return job;
  const { namespace = '', name = '' } = job.metadata;
  const stored = await client.update({ ...JOBS, namespace, name }, { ...job, status });
  ownWrites.add(stored);
  return stored;
}
