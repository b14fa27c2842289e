import { clusterDialect, type DialectName } from './dialect.ts';
import { isRecord } from './object.ts';

/** Returns an API group's name in another dialect; undefined for groups that dialects do not rename. */
export function groupInDialect(group: string, to: DialectName): string | undefined {
  if (to === 'cluster') return group.endsWith('.k8s.io') ? clusterDialect.renameText(group) : undefined;
  return group.endsWith('.cluster.io') ? group.replace(/\.cluster\.io$/, '.k8s.io') : undefined;
}

/** Domains, in Kubernetes names, of the labels, annotations, finalizers and types that the server itself reads. */
const DOMAINS = [
  'kubernetes.io',
  'apf.kubernetes.io',
  'autoscaling.alpha.kubernetes.io',
  'batch.kubernetes.io',
  'beta.kubernetes.io',
  'bootstrap.kubernetes.io',
  'container.apparmor.security.beta.kubernetes.io',
  'container.seccomp.security.alpha.kubernetes.io',
  'controller.kubernetes.io',
  'failure-domain.beta.kubernetes.io',
  'ingressclass.kubernetes.io',
  'kube-aggregator.kubernetes.io',
  'kubectl.kubernetes.io',
  'node-restriction.kubernetes.io',
  'node-role.kubernetes.io',
  'node.kubernetes.io',
  'pod-security.kubernetes.io',
  'pv.kubernetes.io',
  'rbac.authorization.kubernetes.io',
  'scheduler.alpha.kubernetes.io',
  'seccomp.security.alpha.kubernetes.io',
  'security.alpha.kubernetes.io',
  'service.beta.kubernetes.io',
  'service.kubernetes.io',
  'storageclass.beta.kubernetes.io',
  'storageclass.kubernetes.io',
  'topology.kubernetes.io',
  'volume.beta.kubernetes.io',
  'volume.kubernetes.io',
];

/** Names whose translation does not follow from their domain. */
const NAMES = [
  'kubernetes.io/kube-apiserver-client-kubelet',
  'kubernetes.io/kube-apiserver-client',
  'kubernetes.io/kubelet-serving',
  ...['admin', 'edit', 'view'].map((role) => `rbac.authorization.k8s.io/aggregate-to-${role}`),
];

const tableTo = (to: DialectName, names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    names.map((name) =>
      to === 'cluster' ? [name, clusterDialect.renameText(name)] : [clusterDialect.renameText(name), name],
    ),
  );
const DOMAINS_TO = { cluster: tableTo('cluster', DOMAINS), kubernetes: tableTo('kubernetes', DOMAINS) };
const NAMES_TO = { cluster: tableTo('cluster', NAMES), kubernetes: tableTo('kubernetes', NAMES) };

/** The target dialect and the API groups that are served there. */
export interface Translation {
  readonly to: DialectName;
  readonly isServedGroup: (group: string) => boolean;
}

/**
 * Translates a complete value or key: an API group, with or without a version, or a qualified name such as
 * `kubernetes.io/hostname`. Undefined when the text stays unchanged.
 */
export function translateText(text: string, { to, isServedGroup }: Translation): string | undefined {
  const [prefix = '', name, ...rest] = text.split('/');
  if (rest.length > 0) return undefined;
  if (name === undefined || VERSION.test(name)) {
    const group = groupInDialect(prefix, to);
    if (!group || !isServedGroup(group)) return undefined;
    return name === undefined ? group : `${group}/${name}`;
  }
  const known = NAMES_TO[to].get(text);
  if (known) return known;
  const domain = DOMAINS_TO[to].get(prefix);
  return domain && `${domain}/${name}`;
}

const VERSION = /^v\d+((alpha|beta)\d+)?$/;

/** Fields with user content, which is never translated. */
const USER_FIELDS = new Set([
  'data',
  'stringData',
  'binaryData',
  'image',
  'command',
  'args',
  'value',
  'description',
  'message',
]);

export const isUserField = (field: string): boolean => USER_FIELDS.has(field);

/** Returns a copy of plain data with all names in another dialect. */
export function translateValue<T>(value: T, translation: Translation): T;
export function translateValue(value: unknown, translation: Translation): unknown {
  if (typeof value === 'string') return translateText(value, translation) ?? value;
  if (Array.isArray(value)) return value.map((item) => translateValue<unknown>(item, translation));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      translateText(key, translation) ?? key,
      isUserField(key) ? member : translateValue(member, translation),
    ]),
  );
}
