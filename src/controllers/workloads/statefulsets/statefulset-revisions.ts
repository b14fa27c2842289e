import type { ControllerRevision, StatefulSet } from '../../../api/kinds/apps-v1.generated.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import type { Informer } from '../../../client/informer.ts';
import type { ControllerContext } from '../../controller.ts';
import {
  CONTROLLER_REVISIONS,
  HASH_LABEL,
  planRevision,
  revisionData,
  revisionHash,
  revisionName,
  revisionOrder,
} from '../history/controller-revisions.ts';
import { createRevision, updateRevision } from '../history/revision-writer.ts';
import { claimObjects } from '../pods/claims.ts';
import { controllerReference } from '../pods/controller-reference.ts';
import { STATEFUL_SET_KIND } from './statefulset-pods.ts';

export const STATEFUL_SETS = { group: 'apps', version: 'v1', resource: 'statefulsets' };

/** The revisions of a stateful set. */
export interface SetRevisions {
  /** All known revisions, oldest first. */
  readonly known: readonly ControllerRevision[];
  readonly current: ControllerRevision;
  readonly update: ControllerRevision;
  readonly collisionCount: number;
}

/** Returns the revisions of a set, after creating or renewing the revision of its template. */
export async function syncRevisions(
  set: StatefulSet,
  revisions: Informer<ControllerRevision>,
  context: Pick<ControllerContext, 'client' | 'dialect'>,
): Promise<SetRevisions> {
  const { client } = context;
  const selector = labelSelectorFromObject(set.spec?.selector);
  const claimed = await claimObjects(set, selector, {
    client,
    ownerKind: STATEFUL_SET_KIND,
    owners: STATEFUL_SETS,
    objects: revisions,
    address: CONTROLLER_REVISIONS,
    isEligible: ({ metadata }) => selector.matches(metadata.labels),
  });
  const known = claimed.sort(revisionOrder);
  const { update, collisionCount } = await newestRevision(set, known, context);
  const current = known.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? update;
  return { known, current, update, collisionCount };
}

async function newestRevision(
  set: StatefulSet,
  known: readonly ControllerRevision[],
  context: Pick<ControllerContext, 'client' | 'dialect'>,
): Promise<Pick<SetRevisions, 'update' | 'collisionCount'>> {
  const data = revisionData(set.spec?.template);
  const step = planRevision(known, data);
  const collisionCount = set.status?.collisionCount ?? 0;
  if (step.kind === 'keep') return { update: step.revision, collisionCount };
  if (step.kind === 'create') return await createWithFreeName(set, data, step.number, collisionCount, context);
  return { update: await updateRevision(context.client, { ...step.revision, revision: step.number }), collisionCount };
}

async function createWithFreeName(
  set: StatefulSet,
  data: object,
  revision: number,
  firstCount: number,
  { client, dialect }: Pick<ControllerContext, 'client' | 'dialect'>,
): Promise<Pick<SetRevisions, 'update' | 'collisionCount'>> {
  const { name = '', namespace, annotations } = set.metadata;
  const firstHash = revisionHash(data, firstCount);
  for (let collisionCount = firstCount; ; collisionCount++) {
    const update = await createRevision(client, {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: {
        name: revisionName(name, revisionHash(data, collisionCount)),
        namespace,
        // The label keeps the first hash, as in the real controller.
        labels: { ...set.spec?.template.metadata?.labels, [dialect.rename(HASH_LABEL)]: firstHash },
        ...(annotations ? { annotations } : {}),
        ownerReferences: [controllerReference(set, STATEFUL_SET_KIND)],
      },
      data,
      revision,
    });
    if (update) return { update, collisionCount };
  }
}
