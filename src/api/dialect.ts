/**
 * The two vocabularies of the server. `cluster` has the specification's names and rules, `kubernetes` those of the real
 * server. Code is written with the Kubernetes names and passes every constant that holds one through `rename`;
 * what a user sends is never rewritten. Rules in which the two differ are named here and nowhere else.
 */
export type DialectName = 'cluster' | 'kubernetes';

/**
 * The rules of DEVIATIONS.md, and `watch-list-by-default`: `sendInitialEvents` works without the feature gate. The
 * `cluster` dialect follows them as the specification has them, the `kubernetes` dialect does what the real server does.
 */
export const DIALECT_RULES = [
  'delete-answers-status',
  'strict-validation-is-400',
  'apply-follows-field-validation',
  'every-field-is-listed',
  'dry-run-without-value-is-unset',
  'empty-managed-fields-list-keeps-them',
  'reset-then-own',
  'several-default-classes-refuse',
  'node-may-not-delete-its-node',
  'certificate-only-when-approved',
  'token-audiences-required',
  'exact-unavailable-is-410',
  'deletecollection-takes-send-initial-events',
  'dangling-role-is-an-evaluation-error',
  'user-subject-has-no-namespace',
  'star-only-as-last-step',
  'default-columns-name-created-at',
  'binding-answers-binding',
  'verbose-ends-healthz-check-passed',
  'watch-list-by-default',
] as const;
export type DialectRule = (typeof DIALECT_RULES)[number];

export interface Dialect {
  readonly name: DialectName;
  /** A Kubernetes name (`rbac.authorization.k8s.io`, `kubernetes.io/hostname`) or any text that holds some, in this dialect. */
  rename(kubernetesText: string): string;
  /** Every string of a plain data value (keys too) in this dialect. */
  renameAll<T>(value: T): T;
  /** Whether the server follows the specification in a rule in which it and the real server differ. */
  follows(rule: DialectRule): boolean;
}

const CLUSTER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/kubernetes\.io\/kube-apiserver-client-kubelet/g, 'cluster.io/apiserver-client-nodeagent'],
  [/kubernetes\.io\/kube-apiserver-client/g, 'cluster.io/apiserver-client'],
  [/kubernetes\.io\/kubelet-serving/g, 'cluster.io/nodeagent-serving'],
  [/vnd\.kubernetes\.protobuf/g, 'vnd.cluster.protobuf'],
  [/x-kubernetes-/g, 'x-cluster-'],
  [/kubernetes\.io/g, 'cluster.io'],
  [/k8s\.io/g, 'cluster.io'],
];

export const kubernetesDialect: Dialect = {
  name: 'kubernetes',
  rename: (text) => text,
  renameAll: (value) => value,
  follows: () => false,
};

export const clusterDialect: Dialect = {
  name: 'cluster',
  rename: (text) => CLUSTER_NAMES.reduce((renamed, [pattern, name]) => renamed.replace(pattern, name), text),
  renameAll: (value) => JSON.parse(clusterDialect.rename(JSON.stringify(value))) as typeof value,
  follows: () => true,
};

export const dialectNamed = (name: DialectName): Dialect => (name === 'cluster' ? clusterDialect : kubernetesDialect);
