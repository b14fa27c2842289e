import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import type { ControllerRevision, ReplicaSet } from '../../api/kinds/apps-v1.generated.ts';
import {
  DEPLOYMENT_REVISION_ANNOTATION,
  LAST_APPLIED_ANNOTATION,
  RESTARTED_AT_ANNOTATION,
} from '../../api/kubernetes-names.ts';
import type { ApiObject } from '../../api/object.ts';

/** Annotations of one object, which a rollback does not copy. */
const OWN_ANNOTATIONS = [
  DEPLOYMENT_REVISION_ANNOTATION,
  kubernetesName('deployment.kubernetes.io/revision-history'),
  kubernetesName('deployment.kubernetes.io/desired-replicas'),
  kubernetesName('deployment.kubernetes.io/max-replicas'),
  LAST_APPLIED_ANNOTATION,
];
const ROLLBACK_TO = 'deprecated.deployment.rollback.to';
const TEMPLATE_HASH = 'pod-template-hash';

/** A patch and its format. */
export interface Patch {
  readonly type: 'json' | 'strategic';
  readonly patch: unknown;
}

/** Returns the patch of `kubectl rollout undo`: the template of the revision, and the annotations of its replica set. */
export function undoPatch({ metadata }: ApiObject, holder: ReplicaSet | ControllerRevision, dialect: Dialect): Patch {
  if ('data' in holder) return { type: 'strategic', patch: holder.data };
  const { template } = (holder as ReplicaSet).spec ?? {};
  const { [TEMPLATE_HASH]: _, ...labels } = template?.metadata?.labels ?? {};
  const own = new Set([...OWN_ANNOTATIONS.map(dialect.rename), ROLLBACK_TO]);
  const annotations = Object.fromEntries([
    ...Object.entries(metadata.annotations ?? {}).filter(([name]) => own.has(name)),
    ...Object.entries(holder.metadata.annotations ?? {}).filter(([name]) => !own.has(name)),
  ]);
  return {
    type: 'json',
    patch: [
      {
        op: 'replace',
        path: '/spec/template',
        value: { ...template, metadata: { ...template?.metadata, labels } },
      },
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
