import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import {
  DEPLOYMENT_REVISION_ANNOTATION,
  LAST_APPLIED_ANNOTATION,
  RESTARTED_AT_ANNOTATION,
} from '../../api/kubernetes-names.ts';
import type { ApiObject } from '../../api/object.ts';
import { type RevisionHolder, templateOf } from './revisions.ts';

/** Annotations of one object, which a rollback does not copy. */
const OWN_ANNOTATIONS = [
  DEPLOYMENT_REVISION_ANNOTATION,
  kubernetesName('deployment.kubernetes.io/revision-history'),
  kubernetesName('deployment.kubernetes.io/desired-replicas'),
  kubernetesName('deployment.kubernetes.io/max-replicas'),
  LAST_APPLIED_ANNOTATION,
];
const ROLLBACK_TO = 'deprecated.deployment.rollback.to';

/** A patch and its format. */
export interface Patch {
  readonly type: 'json' | 'strategic';
  readonly patch: unknown;
}

/** Returns the patch of `kubectl rollout undo`: the template of the revision, and the annotations of its replica set. */
export function undoPatch({ metadata }: ApiObject, holder: RevisionHolder, dialect: Dialect): Patch {
  if ('revision' in holder) return { type: 'strategic', patch: holder.data };
  const own = new Set([...OWN_ANNOTATIONS.map(dialect.rename), ROLLBACK_TO]);
  const annotations = Object.fromEntries([
    ...Object.entries(metadata.annotations ?? {}).filter(([name]) => own.has(name)),
    ...Object.entries(holder.metadata.annotations ?? {}).filter(([name]) => !own.has(name)),
  ]);
  return {
    type: 'json',
    patch: [
      { op: 'replace', path: '/spec/template', value: templateOf(holder) },
      { op: 'add', path: '/metadata/annotations', value: annotations },
    ],
  };
}

/** Returns the patch of `kubectl rollout restart`: it changes the template, so that all pods are replaced. */
export const restartPatch = (time: string, dialect: Dialect): Patch => ({
  type: 'strategic',
  patch: { spec: { template: { metadata: { annotations: { [dialect.rename(RESTARTED_AT_ANNOTATION)]: time } } } } },
});

/** Returns the patch of `kubectl rollout pause` and `resume`. */
export const pausePatch = (paused: boolean): Patch => ({ type: 'strategic', patch: { spec: { paused } } });
