import type { Dialect } from '../api/dialect.ts';
import { apiVersionOf, type GroupVersionKind } from '../api/object.ts';
import { definitions } from './definitions.ts';

/** Kinds that have another group or version that is the same thing: a body of it is refused for its version only. */
const TWINS: readonly (readonly string[])[] = [
  ['v1 Event', 'events.k8s.io/v1 Event', 'events.k8s.io/v1beta1 Event'],
  [
    'autoscaling/v1 HorizontalPodAutoscaler',
    'autoscaling/v2beta1 HorizontalPodAutoscaler',
    'autoscaling/v2beta2 HorizontalPodAutoscaler',
  ],
  ['apps/v1 Deployment', 'apps/v1beta1 Deployment', 'apps/v1beta2 Deployment', 'extensions/v1beta1 Deployment'],
  ['apps/v1 StatefulSet', 'apps/v1beta1 StatefulSet', 'apps/v1beta2 StatefulSet'],
  ['apps/v1 DaemonSet', 'apps/v1beta2 DaemonSet', 'extensions/v1beta1 DaemonSet'],
  ['apps/v1 ReplicaSet', 'apps/v1beta2 ReplicaSet', 'extensions/v1beta1 ReplicaSet'],
  ['apps/v1 ControllerRevision', 'apps/v1beta1 ControllerRevision', 'apps/v1beta2 ControllerRevision'],
  ['batch/v1 CronJob', 'batch/v1beta1 CronJob'],
  ['certificates.k8s.io/v1 CertificateSigningRequest', 'certificates.k8s.io/v1beta1 CertificateSigningRequest'],
  ['coordination.k8s.io/v1 Lease', 'coordination.k8s.io/v1beta1 Lease'],
  ['discovery.k8s.io/v1 EndpointSlice', 'discovery.k8s.io/v1beta1 EndpointSlice'],
  ['networking.k8s.io/v1 Ingress', 'networking.k8s.io/v1beta1 Ingress', 'extensions/v1beta1 Ingress'],
  ['networking.k8s.io/v1 IngressClass', 'networking.k8s.io/v1beta1 IngressClass'],
  ['networking.k8s.io/v1 NetworkPolicy', 'extensions/v1beta1 NetworkPolicy'],
  ['node.k8s.io/v1 RuntimeClass', 'node.k8s.io/v1beta1 RuntimeClass', 'node.k8s.io/v1alpha1 RuntimeClass'],
  ['policy/v1 PodDisruptionBudget', 'policy/v1beta1 PodDisruptionBudget'],
  ['policy/v1 Eviction', 'policy/v1beta1 Eviction'],
  ['autoscaling/v1 Scale', 'apps/v1beta1 Scale', 'apps/v1beta2 Scale', 'extensions/v1beta1 Scale'],
  [
    'scheduling.k8s.io/v1 PriorityClass',
    'scheduling.k8s.io/v1beta1 PriorityClass',
    'scheduling.k8s.io/v1alpha1 PriorityClass',
  ],
  ...['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'].map((kind) =>
    ['v1', 'v1beta1', 'v1alpha1'].map((version) => `rbac.authorization.k8s.io/${version} ${kind}`),
  ),
  ...['CSIDriver', 'CSINode', 'CSIStorageCapacity', 'StorageClass', 'VolumeAttachment'].map((kind) =>
    ['v1', 'v1beta1', 'v1alpha1'].map((version) => `storage.k8s.io/${version} ${kind}`),
  ),
  ...['SubjectAccessReview', 'SelfSubjectAccessReview', 'LocalSubjectAccessReview', 'SelfSubjectRulesReview'].map(
    (kind) => ['v1', 'v1beta1'].map((version) => `authorization.k8s.io/${version} ${kind}`),
  ),
  ['authentication.k8s.io/v1 TokenReview', 'authentication.k8s.io/v1beta1 TokenReview'],
];

const SCHEMES: Readonly<Record<string, string>> = {
  'apiextensions.k8s.io': 'k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go:52',
  'apiregistration.k8s.io': 'k8s.io/kube-aggregator/pkg/apiserver/scheme/scheme.go:30',
};
const SCHEME = 'k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30';

const keyOf = ({ group, version, kind }: GroupVersionKind): string => `${apiVersionOf(group, version)} ${kind}`;

/** Kinds of meta/v1 that every group version has. */
const META_KINDS = [
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
];

interface KnownKinds {
  /** Kind (`apps/v1 Deployment`) → the internal type all its versions are converted to (`apps.Deployment`). */
  readonly internal: ReadonlyMap<string, string>;
}

function knownKinds(dialect: Dialect): KnownKinds {
  const internal = new Map([['v1 List', 'core.List']]);
  for (const [name, { kinds = [] }] of Object.entries(definitions)) {
    for (const [group = '', version = '', kind = ''] of kinds) {
      internal.set(dialect.rename(keyOf({ group, version, kind })), `${name.split('.')[0]}.${kind}`);
      for (const meta of META_KINDS) {
        internal.set(dialect.rename(keyOf({ group, version, kind: meta })), `internalversion.${meta}`);
      }
    }
  }
  for (const twins of TWINS) {
    const names = twins.map((twin) => dialect.rename(twin));
    const first = internal.get(names[0] ?? '');
    for (const name of names) if (first) internal.set(name, first);
  }
  return { internal };
}

const byDialect = new WeakMap<Dialect, KnownKinds>();

/**
 * Why a body of the kind `actual` is no `expected`: `refusal` is the decoder's text; `version` is set when only the
 * version is another one. Undefined when both are the same.
 */
export function kindMismatch(
  actual: GroupVersionKind,
  expected: GroupVersionKind,
  dialect: Dialect,
): { refusal?: string; versionDiffers?: boolean } | undefined {
  if (keyOf(actual) === keyOf(expected)) return undefined;
  const known = byDialect.get(dialect) ?? knownKinds(dialect);
  byDialect.set(dialect, known);
  const [from, to] = [known.internal.get(keyOf(actual)), known.internal.get(keyOf(expected))];
  if (!from) {
    const scheme = Object.entries(SCHEMES).find(([group]) => dialect.rename(group) === expected.group)?.[1] ?? SCHEME;
    const version = apiVersionOf(actual.group, actual.version);
    const text = `no kind "${actual.kind}" is registered for version "${version}" in scheme "${dialect.rename(scheme)}"`;
    return { refusal: text };
  }
  if (from === to) return { versionDiffers: true };
  const version = META_KINDS.includes(actual.kind) ? 'v1' : actual.version;
  return { refusal: `converting (${version}.${actual.kind}) to (${to}): unknown conversion` };
}
