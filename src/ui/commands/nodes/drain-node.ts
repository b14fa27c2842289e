import { errorText } from '../../../api/error-text.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { ApiError } from '../../../client/api-error.ts';
import { wait } from '../../../client/wait.ts';
import type { Application } from '../../application.ts';

/** Milliseconds until an eviction is attempted again that a disruption budget rejected, as in `kubectl drain`. */
const RETRY_AFTER = 5000;

/** The progress of a pod's eviction. A blocked one is retried. */
export interface Eviction {
  readonly state: 'evicting' | 'blocked' | 'evicted' | 'failed';
  /** The server's message when blocked or failed. */
  readonly message?: string;
}

export interface DrainProgress {
  readonly signal: AbortSignal;
  readonly onProgress: (pod: Pod, eviction: Eviction) => void;
}

const NODES = { group: '', version: 'v1', resource: 'nodes' };

/** Marks a node as unschedulable or schedulable. @throws ApiError */
export const setSchedulable = (
  { client }: Pick<Application, 'client'>,
  { metadata }: Pick<ApiObject, 'metadata'>,
  isSchedulable: boolean,
): Promise<unknown> =>
  client.patch({ ...NODES, name: metadata.name ?? '' }, 'strategic', {
    spec: { unschedulable: isSchedulable ? null : true },
  });

/**
 * Cordons a node and evicts pods from it. Ends when every eviction was accepted or failed; pods may still terminate
 * then.
 * @throws ApiError when the node cannot be cordoned
 */
export async function drainNode(
  application: Pick<Application, 'client' | 'platform'>,
  node: ApiObject,
  pods: readonly Pod[],
  progress: DrainProgress,
): Promise<void> {
  await setSchedulable(application, node, false);
  await Promise.all(pods.map((pod) => evict(application, pod, progress)));
}

async function evict(
  { client, platform }: Pick<Application, 'client' | 'platform'>,
  pod: Pod,
  { signal, onProgress }: DrainProgress,
): Promise<void> {
  const { name = '', namespace = '' } = pod.metadata;
  const address = { group: '', version: 'v1', resource: 'pods', namespace, name, subresource: 'eviction' };
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  onProgress(pod, { state: 'evicting' });
  while (!signal.aborted) {
    try {
      await client.create(address, eviction, { signal });
      return onProgress(pod, { state: 'evicted' });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.isNotFound) return onProgress(pod, { state: 'evicted' });
      const message = errorText(error);
      if (!(error instanceof ApiError && error.code === 429)) return onProgress(pod, { state: 'failed', message });
      onProgress(pod, { state: 'blocked', message });
      await wait(platform.clock, RETRY_AFTER, signal);
    }
  }
}
