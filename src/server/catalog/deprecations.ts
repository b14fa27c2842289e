import type { Dialect } from '../../api/dialect.ts';
import { apiVersionOf } from '../../api/object.ts';
import type { ServedResource } from './served-resource.ts';

interface Deprecation {
  readonly apiVersion: string;
  readonly kind: string;
  /** The release of the deprecation, the release of the removal and the replacement, as far as they exist. */
  readonly text: string;
  /** For example `1.29`. Undefined when no removal is planned. */
  readonly removedRelease?: string;
}

/** Served versions that are deprecated in v1.28 (spec 1, "Versioning"), by their Kubernetes names. */
const DEPRECATIONS: readonly Deprecation[] = [
  { apiVersion: 'v1', kind: 'ComponentStatus', text: 'deprecated in v1.19+' },
  {
    apiVersion: 'networking.k8s.io/v1alpha1',
    kind: 'ClusterCIDR',
    text: 'deprecated in v1.28+, unavailable in v1.31+',
    removedRelease: '1.31',
  },
  ...['FlowSchema', 'PriorityLevelConfiguration'].map((kind) => ({
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2',
    kind,
    text: `deprecated in v1.26+, unavailable in v1.29+; use flowcontrol.apiserver.k8s.io/v1beta3 ${kind}`,
    removedRelease: '1.29',
  })),
];

/** Returns the warning for responses of a deprecated version and its removal release; undefined for other versions. */
export function deprecationOf(
  dialect: Dialect,
  { group, version, kind, deprecationWarning }: ServedResource,
): { warning: string; removedRelease: string } | undefined {
  if (deprecationWarning) return { warning: deprecationWarning, removedRelease: '' };
  const apiVersion = apiVersionOf(group, version);
  const found = DEPRECATIONS.find((row) => row.kind === kind && dialect.rename(row.apiVersion) === apiVersion);
  return (
    found && {
      warning: `${apiVersion} ${kind} is ${dialect.rename(found.text)}`,
      removedRelease: found.removedRelease ?? '',
    }
  );
}
