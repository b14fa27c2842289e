import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { EventRecorder } from '../../../client/events/event-recorder.ts';
import { collectionIn } from '../../../client/resource-path.ts';

export const PODS = { group: '', version: 'v1', resource: 'pods' };

interface PodControlOptions {
  readonly client: ApiClient;
  readonly events: EventRecorder;
}

/** Creates a pod for its owner and records the result. Nothing is recorded when the namespace is being deleted. */
export async function createPod(
  pod: Omit<Pod, 'status'>,
  owner: ApiObject,
  { client, events }: PodControlOptions,
): Promise<void> {
  try {
    const created = await client.create(collectionIn(PODS, owner.metadata.namespace ?? ''), pod);
    events.record(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${created.metadata.name}`);
  } catch (error) {
    if (error instanceof ApiError && !isNamespaceTerminating(error))
      events.record(owner, 'Warning', 'FailedCreate', `Error creating: ${error.message}`);
    throw error;
  }
}

/**
 * Deletes a pod of an owner and records the result. Rejects when the pod does not exist, without recording it. The
 * error is for conditions of owners; the event has only the server's message.
 */
export async function deletePod(
  { metadata: { namespace = '', name = '' } }: Pod,
  owner: ApiObject,
  { client, events }: PodControlOptions,
): Promise<void> {
  try {
    await client.delete({ ...PODS, namespace, name });
    events.record(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${name}`);
  } catch (error) {
    if (!(error instanceof ApiError) || error.isNotFound) throw error;
    events.record(owner, 'Warning', 'FailedDelete', `Error deleting: ${error.message}`);
    throw new ApiError({ ...error.status, message: `unable to delete pods: ${error.message}` });
  }
}

/** Reports whether a creation failed because its namespace is being deleted. */
export const isNamespaceTerminating = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status.details?.causes ?? []).some(({ reason }) => reason === 'NamespaceTerminating');
