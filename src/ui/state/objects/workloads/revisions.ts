import type { Dialect } from '../../../../api/dialect.ts';
import type { ControllerRevision, ReplicaSet } from '../../../../api/kinds/apps-v1.generated.ts';
import type { PodTemplateSpec } from '../../../../api/kinds/core-v1.generated.ts';
import { CHANGE_CAUSE_ANNOTATION, DEPLOYMENT_REVISION_ANNOTATION } from '../../../../api/kubernetes-names.ts';
import { asRecord, isRecord } from '../../../../api/object.ts';
import type { PodCount, Workload } from '../../../../client/objects/workload.ts';

/** A template that a workload has had. */
export interface Revision {
  readonly number: number;
  readonly isCurrent: boolean;
  /** The ReplicaSet or ControllerRevision. */
  readonly holder: ReplicaSet | ControllerRevision;
  readonly images: readonly string[];
  readonly changeCause: string | undefined;
  /** Empty for controller revisions, which have no pods. */
  readonly counts: readonly PodCount[];
}

const imagesOf = (template: PodTemplateSpec | undefined): string[] =>
  (template?.spec?.containers ?? []).map(({ image }) => image ?? '');

const newestFirst = (revisions: readonly Revision[]): Revision[] => revisions.toSorted((a, b) => b.number - a.number);

/** Returns the revisions of a deployment: its replica sets, newest first. */
export function deploymentRevisions(deployment: Workload, sets: readonly ReplicaSet[], dialect: Dialect): Revision[] {
  const name = dialect.rename(DEPLOYMENT_REVISION_ANNOTATION);
  const current = deployment.metadata.annotations?.[name];
  return newestFirst(
    sets.map((set) => {
      const desired = set.spec?.replicas ?? 0;
      const annotations = set.metadata.annotations ?? {};
      return {
        number: Number(annotations[name] ?? 0),
        isCurrent: annotations[name] !== undefined && annotations[name] === current,
        holder: set,
        images: imagesOf(set.spec?.template),
        changeCause: annotations[dialect.rename(CHANGE_CAUSE_ANNOTATION)],
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
  revisions: readonly ControllerRevision[],
  dialect: Dialect,
): Revision[] {
  const newest = Math.max(...revisions.map(({ revision }) => revision ?? 0));
  return newestFirst(
    revisions.map((holder) => ({
      number: holder.revision ?? 0,
      isCurrent: status?.updateRevision ? status.updateRevision === holder.metadata.name : holder.revision === newest,
      holder,
      images: imagesOf(templateIn(holder)),
      changeCause: holder.metadata.annotations?.[dialect.rename(CHANGE_CAUSE_ANNOTATION)],
      counts: [],
    })),
  );
}

/** The data of a controller revision is a patch of the template. */
function templateIn({ data }: ControllerRevision): PodTemplateSpec | undefined {
  const { spec } = isRecord(data) ? asRecord(data) : {};
  return isRecord(spec) ? (spec.template as PodTemplateSpec | undefined) : undefined;
}
