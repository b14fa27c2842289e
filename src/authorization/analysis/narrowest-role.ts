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
  /** Number of verb and resource pairs, other than the request, that the user would gain. */
  readonly added: number;
}

/**
 * Returns the existing role without wildcards that allows a request and adds the least to the user's permissions. Roles
 * of system components come last, because they change between versions.
 * @param request the rule that allows exactly this request
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

/** Removes path rules, which have no effect in a namespace. */
const effective = (rules: readonly PolicyRule[], namespace: string): readonly PolicyRule[] =>
  namespace === '' ? rules : rules.filter(({ nonResourceURLs }) => !nonResourceURLs?.length);

/** Reports whether a rule has wildcards. A path pattern is not one: roles use `/healthz/*` for all health checks. */
const hasWildcard = ({ verbs, apiGroups, resources, nonResourceURLs }: PolicyRule): boolean =>
  [verbs, apiGroups, nonResourceURLs].some((items) => items?.includes('*')) ||
  (resources ?? []).some((resource) => resource.startsWith('*'));

const isOfSystem = ({ name }: NarrowestRole): boolean => name.startsWith('system:');
