import { type Dialect, type KubernetesName, kubernetesName } from '../../api/dialect.ts';
import { apiVersionOf } from '../../api/object.ts';
import type { ServedResource } from './served-resource.ts';

interface DeprecatedVersion {
  readonly apiVersion: KubernetesName;
  readonly kind: string;
  /** The releases of the deprecation and, if planned, of the removal. */
  readonly text: string;
  /** The apiVersion to use instead. */
  readonly replacement?: KubernetesName;
  /** For example `1.29`. Undefined when no removal is planned. */
  readonly removedRelease?: string;
}

/** Served versions that are deprecated in v1.28 (spec 1, "Versioning"), by their Kubernetes names. */
const DEPRECATIONS: readonly DeprecatedVersion[] = [
  { apiVersion: kubernetesName('v1'), kind: 'ComponentStatus', text: 'deprecated in v1.19+' },
  {
    apiVersion: kubernetesName('networking.k8s.io/v1alpha1'),
    kind: 'ClusterCIDR',
    text: 'deprecated in v1.28+, unavailable in v1.31+',
    removedRelease: '1.31',
  },
  ...['FlowSchema', 'PriorityLevelConfiguration'].map((kind) => ({
    apiVersion: kubernetesName('flowcontrol.apiserver.k8s.io/v1beta2'),
    kind,
    text: 'deprecated in v1.26+, unavailable in v1.29+',
    replacement: kubernetesName('flowcontrol.apiserver.k8s.io/v1beta3'),
    removedRelease: '1.29',
  })),
];

/** The warning for responses of a deprecated version. */
export interface Deprecation {
  readonly warning: string;
  /** Empty when no removal is planned. */
  readonly removedRelease: string;
}

/** Returns the warning for responses of a deprecated version and its removal release; undefined for other versions. */
export function deprecationOf(
  dialect: Dialect,
  { group, version, kind, deprecationWarning }: ServedResource,
): Deprecation | undefined {
  if (deprecationWarning) return { warning: deprecationWarning, removedRelease: '' };
  const apiVersion = apiVersionOf(group, version);
  const found = DEPRECATIONS.find((row) => row.kind === kind && dialect.rename(row.apiVersion) === apiVersion);
  if (!found) return undefined;
  const advice = found.replacement ? `; use ${dialect.rename(found.replacement)} ${kind}` : '';
  return { warning: `${apiVersion} ${kind} is ${found.text}${advice}`, removedRelease: found.removedRelease ?? '' };
}
