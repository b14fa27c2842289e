/**
 * The two vocabularies of the server. `cluster` has the specification's names and rules, `kubernetes` those of the real
 * server. Code holds Kubernetes names as `KubernetesName` constants, which only a dialect turns into text; text that
 * users send is never rewritten. Rules in which the two dialects differ are named here and nowhere else.
 */
export type DialectName = 'cluster' | 'kubernetes';

declare const mark: unique symbol;
interface Marked {
  readonly [mark]: 'Kubernetes name';
}

/**
 * A name in Kubernetes' spelling: an API group, the key of an annotation or label, a finalizer, a media type, a signer
 * name. Only `Dialect.rename` returns its text. TypeScript rejects every other use: it allows objects in templates but
 * not symbols, and symbols as computed keys but not objects, hence a union of both.
 */
export type KubernetesName = Marked | (symbol & Marked);

/** Declares a constant as a Kubernetes name. Text that is only known at run time is a compile error. */
export const kubernetesName = <T extends string>(name: string extends T ? never : T): KubernetesName =>
  name as unknown as KubernetesName;

/**
 * The rules of DEVIATIONS.md, and `watch-list-by-default`: `sendInitialEvents` works without the feature gate. The
 * `cluster` dialect follows the specification in these rules, the `kubernetes` dialect follows the real server.
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

/** The names and rules of a dialect. */
export interface Dialect {
  readonly name: DialectName;
  /** Returns a name in this dialect. Results are cached for hot paths. */
  rename(name: KubernetesName): string;
  /** Returns text of the server, such as a description, with its Kubernetes names in this dialect. */
  renameText(text: string): string;
  /** Returns constant data of the server with all strings and keys in this dialect. Callers must not change it. */
  renameAll<T extends object>(data: T): T;
  /** Reports whether the server follows the specification in a rule where it differs from the real server. */
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

const textOf = (name: KubernetesName): string => name as unknown as string;

/** The names and rules of a real cluster. */
export const kubernetesDialect: Dialect = {
  name: 'kubernetes',
  rename: textOf,
  renameText: (text) => text,
  renameAll: (data) => data,
  follows: () => false,
};

const clusterText = (text: string): string =>
  CLUSTER_NAMES.reduce((renamed, [pattern, name]) => renamed.replace(pattern, name), text);

/** Cache of renamed constants. Its size is bounded by the number of constants in the code. */
const clusterNames = new Map<KubernetesName, string>();

/** Cache of renamed data: renaming the objects of a new cluster takes as long as creating ten of them. */
const clusterData = new WeakMap<object, unknown>();

/** The names and rules of the specification. */
export const clusterDialect: Dialect = {
  name: 'cluster',
  rename(name) {
    const known = clusterNames.get(name);
    if (known !== undefined) return known;
    const renamed = clusterText(textOf(name));
    clusterNames.set(name, renamed);
    return renamed;
  },
  renameText: clusterText,
  renameAll(data) {
    const renamed = clusterData.get(data) ?? JSON.parse(clusterText(JSON.stringify(data)));
    clusterData.set(data, renamed);
    return renamed as typeof data;
  },
  follows: () => true,
};

export const dialectNamed = (name: DialectName): Dialect => (name === 'cluster' ? clusterDialect : kubernetesDialect);

/** Returns the name of a built-in group without its domain, the same text in both dialects: `coordination`. */
export const shortGroup = (group: string): string => group.replace(/\.(k8s|cluster)\.io$/, '');
