import type { ControllerRevision, DaemonSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { Informer } from '../../../client/informer.ts';
import type { ControllerContext } from '../../controller.ts';
import { isDeepEqual } from '../deep-equal.ts';
import {
  CONTROLLER_REVISIONS,
  nextRevision,
  REVISION_LABEL,
  revisionData,
  revisionOf,
  revisionOrder,
} from '../history/controller-revisions.ts';
import { createRevision, deleteRevision, updateRevision } from '../history/revision-writer.ts';
import { claimObjects } from '../pods/claims.ts';
import { controllerReference } from '../pods/controller-reference.ts';
import { podTemplateHash } from '../template-hash/template-hash.ts';
import { DAEMON_SET_KIND } from './daemon-pods.ts';

export const DAEMON_SETS = { group: 'apps', version: 'v1', resource: 'daemonsets' };

/** The revisions of a daemon set. */
export interface DaemonRevisions {
  readonly current: ControllerRevision;
  /** The others, oldest first. */
  readonly old: readonly ControllerRevision[];
}

/** Returns the revisions of a set, after creating or renewing the one of its template. */
export async function syncDaemonRevisions(
  set: DaemonSet,
  revisions: Informer<ControllerRevision>,
  { client }: Pick<ControllerContext, 'client'>,
): Promise<DaemonRevisions> {
  const claimed = await claimObjects(set, labelSelectorFromObject(set.spec?.selector), {
    client,
    ownerKind: DAEMON_SET_KIND,
    owners: DAEMON_SETS,
    objects: revisions,
    address: CONTROLLER_REVISIONS,
  });
  const data = revisionData(set.spec?.template);
  const known = claimed.sort(revisionOrder);
  const found = known.findLast((revision) => isDeepEqual(revision.data, data));
  const old = known.filter((revision) => revision !== found);
  const number = nextRevision(old);
  if (!found) return { current: await snapshot(set, data, number, client), old };
  const isNewest = found.revision >= number;
  return { current: isNewest ? found : await updateRevision(client, { ...found, revision: number }), old };
}

async function snapshot(
  set: DaemonSet,
  data: object,
  revision: number,
  client: ControllerContext['client'],
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
  return created ?? (await countCollision(set, `${name}-${hash}`, client));
}

/** Another revision has the name: the next attempt uses another hash. */
async function countCollision(set: DaemonSet, revision: string, client: ControllerContext['client']): Promise<never> {
  const { namespace = '', name = '' } = set.metadata;
  const {
    currentNumberScheduled = 0,
    numberMisscheduled = 0,
    desiredNumberScheduled = 0,
    numberReady = 0,
  } = set.status ?? {};
  const counts = { currentNumberScheduled, numberMisscheduled, desiredNumberScheduled, numberReady };
  const status = { ...set.status, ...counts, collisionCount: (set.status?.collisionCount ?? 0) + 1 };
  await client.update({ ...DAEMON_SETS, namespace, name, subresource: 'status' }, { ...set, status });
  const message = `controllerrevisions.apps "${revision}" already exists`;
  throw new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 409 });
}

/** Deletes the oldest revisions beyond the history limit, but none that pods still have. */
export async function truncateDaemonHistory(
  set: DaemonSet,
  old: readonly ControllerRevision[],
  pods: readonly Pod[],
  client: ControllerContext['client'],
): Promise<void> {
  const used = new Set(pods.map(revisionOf));
  const surplus = Math.max(0, old.length - (set.spec?.revisionHistoryLimit ?? 10));
  const unused = old.filter((revision) => !used.has(revisionOf(revision)));
  for (const revision of unused.slice(0, surplus)) await deleteRevision(client, revision);
}
