import type { Dialect } from '../../api/dialect.ts';
import type { ControllerRevision, ReplicaSet } from '../../api/kinds/apps-v1.generated.ts';
import type { PodTemplateSpec } from '../../api/kinds/core-v1.generated.ts';
import { CHANGE_CAUSE_ANNOTATION, DEPLOYMENT_REVISION_ANNOTATION } from '../../api/kubernetes-names.ts';
import { type ApiObject, isRecord } from '../../api/object.ts';

const TEMPLATE_HASH = 'pod-template-hash';

/** An object that holds a revision of a workload. */
export type RevisionHolder = ReplicaSet | ControllerRevision;

/** A pod template that a workload has had. */
export interface HeldRevision {
  /** 0 for a replica set that no controller has numbered. */
  readonly number: number;
  readonly changeCause: string | undefined;
  readonly template: PodTemplateSpec | undefined;
  readonly holder: RevisionHolder;
}

/** Returns the revision of a deployment, or of one of its replica sets; 0 before it has one. */
export const deploymentRevision = ({ metadata }: Pick<ApiObject, 'metadata'>, dialect: Dialect): number =>
  Number(metadata.annotations?.[dialect.rename(DEPLOYMENT_REVISION_ANNOTATION)] ?? 0);

export const revisionOf = (holder: RevisionHolder, dialect: Dialect): HeldRevision => ({
  number: 'revision' in holder ? holder.revision : deploymentRevision(holder, dialect),
  changeCause: holder.metadata.annotations?.[dialect.rename(CHANGE_CAUSE_ANNOTATION)],
  template: 'revision' in holder ? restoredTemplate(holder) : templateOf(holder),
  holder,
});

/** Returns the template of a replica set as its deployment has it: without the hash. */
export function templateOf({ spec }: ReplicaSet): PodTemplateSpec {
  const { [TEMPLATE_HASH]: _, ...labels } = spec?.template?.metadata?.labels ?? {};
  return { ...spec?.template, metadata: { ...spec?.template?.metadata, labels } };
}

/** Returns the pod template that a controller revision restores. Its data is a patch. */
export function restoredTemplate({ data }: ControllerRevision): PodTemplateSpec {
  const spec = isRecord(data) && isRecord(data.spec) ? data.spec : {};
  const { $patch: _, ...template } = isRecord(spec.template) ? spec.template : {};
  return template;
}
