import type { Dialect } from '../../api/dialect.ts';
import type { ClusterRole, PolicyRule, Role } from '../../api/kinds/rbac-v1.generated.ts';
import { RBAC_GROUP } from '../../api/kubernetes-names.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import type { AuthorizationAttributes } from '../authorizer.ts';
import { RbacIndex } from '../rbac/rbac-index.ts';
import { missingRules } from '../rbac/rule-covering.ts';
import { ruleAllows } from '../rbac/rule-matching.ts';

export interface NarrowestRole {
  readonly kind: 'Role' | 'ClusterRole';
  readonly name: string;
  /** Pairs of a verb and a resource, beyond the request, that the user may not do yet and would be allowed to. */
  readonly added: number;
}

/**
 * The existing role without wildcards that allows a request and, bound to its user, adds least to what the user may do.
 * Roles of the system's own components come last: they change with its version.
 * @param request The one rule that allows the request and nothing else.
 */
export async function narrowestRole(
  attributes: AuthorizationAttributes,
  request: PolicyRule,
  { reader, dialect }: { readonly reader: ObjectReader; readonly dialect: Dialect },
): Promise<NarrowestRole | undefined> {
  const group = dialect.rename(RBAC_GROUP);
  const namespace = attributes.isResourceRequest ? attributes.namespace : '';
  const local = namespace === '' ? [] : await reader.list<Role>(group, 'roles', namespace);
  const roles = [...local, ...(await reader.list<ClusterRole>(group, 'clusterroles'))];
  const { rules: held } = await new RbacIndex(reader, dialect).rulesFor(attributes.user, namespace);
  const addedBy = (rules: readonly PolicyRule[]): number =>
    new Set(missingRules([...held, request], effective(rules, namespace)).map((part) => JSON.stringify(part))).size;
  return roles
    .map(({ metadata, rules }) => ({ name: metadata.name ?? '', kind: kindOf(metadata), rules: rules ?? [] }))
    .filter(({ rules }) => rules.some((rule) => ruleAllows(rule, attributes)) && !rules.some(hasWildcard))
    .map(({ rules, ...role }) => ({ ...role, added: addedBy(rules) }))
    .toSorted((a, b) => Number(isOfSystem(a)) - Number(isOfSystem(b)) || a.added - b.added)[0];
}

const kindOf = ({ namespace }: Role['metadata']): NarrowestRole['kind'] => (namespace ? 'Role' : 'ClusterRole');

/** Rules on paths count for nothing when the role is bound in a namespace. */
const effective = (rules: readonly PolicyRule[], namespace: string): readonly PolicyRule[] =>
  namespace === '' ? rules : rules.filter(({ nonResourceURLs }) => !nonResourceURLs?.length);

/** A path that ends in a star is no wildcard: `/healthz/*` is how roles name all health checks. */
const hasWildcard = ({ verbs, apiGroups, resources, nonResourceURLs }: PolicyRule): boolean =>
  [verbs, apiGroups, nonResourceURLs].some((items) => items?.includes('*')) ||
  (resources ?? []).some((resource) => resource.startsWith('*'));

const isOfSystem = ({ name }: NarrowestRole): boolean => name.startsWith('system:');
