import type { Dialect } from '../../../../api/dialect.ts';
import type { ControllerRevision, ReplicaSet } from '../../../../api/kinds/apps-v1.generated.ts';
import { deploymentRevision, type HeldRevision, revisionOf } from '../../../../client/objects/revisions.ts';
import type { PodCount, Workload } from '../../../../client/objects/workload.ts';

/** A revision of a workload in the app. */
export interface Revision extends HeldRevision {
  readonly isCurrent: boolean;
  /** Empty for controller revisions, which have no pods. */
  readonly counts: readonly PodCount[];
}

const newestFirst = (revisions: readonly Revision[]): Revision[] => revisions.toSorted((a, b) => b.number - a.number);

export const imagesOf = ({ template }: Revision): string[] =>
  (template?.spec?.containers ?? []).map(({ image }) => image ?? '');

/** Returns the revisions of a deployment: its replica sets, newest first. */
export function deploymentRevisions(deployment: Workload, sets: readonly ReplicaSet[], dialect: Dialect): Revision[] {
  const current = deploymentRevision(deployment, dialect);
  return newestFirst(
    sets.map((set) => {
      const desired = set.spec?.replicas ?? 0;
      const revision = revisionOf(set, dialect);
      return {
        ...revision,
        isCurrent: current > 0 && revision.number === current,
        counts: [
          { label: 'Ready', count: set.status?.readyReplicas ?? 0, of: desired },
          { label: 'Available', count: set.status?.availableReplicas ?? 0, of: desired },
        ],
      };
    }),
  );
}

/** Returns the revisions of a stateful set or daemon set: its controller revisions, newest first. */
export function controllerRevisions(
  { status }: Workload,
  holders: readonly ControllerRevision[],
  dialect: Dialect,
): Revision[] {
  const newest = Math.max(...holders.map(({ revision }) => revision));
  return newestFirst(
    holders.map((holder) => ({
      ...revisionOf(holder, dialect),
      isCurrent: status?.updateRevision ? status.updateRevision === holder.metadata.name : holder.revision === newest,
      counts: [],
    })),
  );
}
