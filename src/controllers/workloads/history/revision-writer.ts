import type { ControllerRevision } from '../../../api/kinds/apps-v1.generated.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError } from '../../../client/api-error.ts';
import { isDeepEqual } from '../deep-equal.ts';
import { CONTROLLER_REVISIONS } from './controller-revisions.ts';

const addressOf = ({ metadata: { namespace = '', name = '' } }: ControllerRevision) => ({
  ...CONTROLLER_REVISIONS,
  namespace,
  name,
});

/** Creates a revision. Returns undefined when a revision with other data has its name. */
export async function createRevision(
  client: ApiClient,
  revision: ControllerRevision,
): Promise<ControllerRevision | undefined> {
  const { name: _, ...collection } = addressOf(revision);
  try {
    return await client.create<ControllerRevision>(collection, revision);
  } catch (error) {
    if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
  }
  const existing = await client.get<ControllerRevision>(addressOf(revision));
  return isDeepEqual(existing.data, revision.data) ? existing : undefined;
}

export const updateRevision = (client: ApiClient, revision: ControllerRevision): Promise<ControllerRevision> =>
  client.update<ControllerRevision>(addressOf(revision), revision);

export async function deleteRevision(client: ApiClient, revision: ControllerRevision): Promise<void> {
  try {
    await client.delete(addressOf(revision));
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error;
  }
}
