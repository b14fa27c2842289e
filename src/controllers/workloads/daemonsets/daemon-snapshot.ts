import type { ControllerRevision, DaemonSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError, clientFailure } from '../../../client/api-error.ts';
import { REVISION_LABEL } from '../history/controller-revisions.ts';
import { createRevision } from '../history/revision-writer.ts';
import { controllerReference } from '../pods/controller-reference.ts';
import { podTemplateHash } from '../template-hash/template-hash.ts';
import { DAEMON_SET_KIND } from './daemon-pods.ts';

export const DAEMON_SETS = { group: 'apps', version: 'v1', resource: 'daemonsets' };

/**
 * Creates the revision of a set's template.
 * @throws ApiError when another revision has its name; the next attempt uses another hash
 */
export async function snapshotTemplate(
  set: DaemonSet,
  data: object,
  revision: number,
  client: ApiClient,
): Promise<ControllerRevision> {
  const { name, namespace, annotations } = set.metadata;
  const template = set.spec?.template ?? {};
  const hash = podTemplateHash(template, set.status?.collisionCount);
  const created = await createRevision(client, {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels: { ...template.metadata?.labels, [REVISION_LABEL]: hash },
      ...(annotations ? { annotations } : {}),
      ownerReferences: [controllerReference(set, DAEMON_SET_KIND)],
    },
    data,
    revision,
  });
  if (created) return created;
  await countCollision(set, client);
  throw new ApiError(clientFailure(409, `controllerrevisions.apps "${name}-${hash}" already exists`));
}

/** Increments the collision count, unless the hash came from a stale copy of the set. */
async function countCollision(set: DaemonSet, client: ApiClient): Promise<void> {
  const { namespace = '', name = '' } = set.metadata;
  const address = { ...DAEMON_SETS, namespace, name };
  const live = await client.get<DaemonSet>(address);
  const [known, actual] = [set.status?.collisionCount, live.status?.collisionCount];
  if (known !== actual)
    throw new ApiError(
      clientFailure(
        409,
        `found a stale collision count (${known}, expected ${actual}) of DaemonSet ${JSON.stringify(name)} while processing; will retry until it is updated`,
      ),
    );
  const counts = { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 };
  const status = { ...counts, ...live.status, collisionCount: (actual ?? 0) + 1 };
  await client.update<DaemonSet>({ ...address, subresource: 'status' }, { ...live, status });
}
