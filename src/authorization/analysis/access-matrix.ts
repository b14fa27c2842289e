import type {
  AccessMatrixRow,
  AccessMatrixStatus,
  AccessSource,
  GrantedPath,
  GrantedVerb,
} from '../../api/debug/access-analysis.ts';
import type { PolicyRule } from '../../api/kinds/rbac-v1.generated.ts';
import { coversSome } from '../../api/rule-matching.ts';
import type { UserInfo } from '../../api/user-info.ts';
import { isPrivileged, PRIVILEGE } from '../index.ts';
import type { RbacIndex } from '../rbac/rbac-index.ts';
import { FULL_AUTHORITY } from '../rbac/rule-covering.ts';
import type { RuleAuthorizer, RulesReview } from '../rules-review.ts';
import { bindingAndRole } from './explain.ts';

/** A served resource (or `resource/subresource`). */
export type MatrixResource = Omit<AccessMatrixRow, 'granted'>;

export interface AccessMatrixQuestion {
  readonly user: UserInfo;
  /** Empty for access in every namespace. */
  readonly namespace: string;
  readonly resources: readonly MatrixResource[];
}

/** Returns all permissions of a user in a namespace and at the cluster scope, with the rules that grant them. */
export async function accessMatrix(
  index: RbacIndex,
  authorizer: RuleAuthorizer,
  { user, namespace, resources }: AccessMatrixQuestion,
): Promise<AccessMatrixStatus> {
  const { sources, clusterWide } = await sourcesOf(index, user, namespace);
  const [here, everywhere] = isPrivileged(user)
    ? [EVERYTHING, EVERYTHING]
    : [await authorizer.rulesFor(user, namespace), await authorizer.rulesFor(user, '')];
  const rows = resources.map((resource) => {
    const isLocal = resource.namespaced;
    const rules = isLocal ? sources : sources.slice(0, clusterWide);
    return rowOf(resource, rules, (isLocal ? here : everywhere).resourceRules);
  });
  const { incomplete, evaluationError } = here;
  const paths = pathsOf(sources.slice(0, clusterWide), everywhere.nonResourceRules);
  return {
    ...(isPrivileged(user) ? { reason: PRIVILEGE } : {}),
    sources,
    rows,
    paths,
    incomplete,
    ...(evaluationError ? { evaluationError } : {}),
  };
}

const EVERYTHING: RulesReview = {
  resourceRules: FULL_AUTHORITY,
  nonResourceRules: FULL_AUTHORITY,
  incomplete: false,
};

/** Returns all rules bound to the user, those of ClusterRoleBindings first. */
async function sourcesOf(index: RbacIndex, user: UserInfo, namespace: string) {
  const sources: AccessSource[] = [];
  let clusterWide = 0;
  for (const grant of await index.grantsOf(user, namespace)) {
    if (index.flawOf(grant) !== undefined) continue;
    const rules = await index.rulesOfRole(grant.binding.roleRef, grant.namespace);
    if (typeof rules === 'string') continue;
    sources.push(...rules.map((rule) => ({ ...bindingAndRole(grant.binding), rule })));
    if (grant.namespace === '') clusterWide = sources.length;
  }
  return { sources, clusterWide };
}

/** @param others rules of all authorizers, for access that no role grants */
function rowOf(
  resource: MatrixResource,
  sources: readonly AccessSource[],
  others: readonly PolicyRule[],
): AccessMatrixRow {
  const granted = resource.verbs.flatMap((verb) => {
    const found = sources.flatMap(({ rule }, position) => (coversSome(rule, resource, verb) ? [position] : []));
    const rules = found.length
      ? found.flatMap((position) => sources[position]?.rule ?? [])
      : others.filter((rule) => coversSome(rule, resource, verb));
    return rules.length ? [grantedVerb(verb, rules, found)] : [];
  });
  return { ...resource, granted };
}

function grantedVerb(verb: string, rules: readonly PolicyRule[], sources: readonly number[]): GrantedVerb {
  if (rules.some((rule) => !rule.resourceNames?.length)) return { verb, sources };
  return { verb, names: [...new Set(rules.flatMap((rule) => rule.resourceNames ?? []))].sort(), sources };
}

function pathsOf(sources: readonly AccessSource[], others: readonly PolicyRule[]): readonly GrantedPath[] {
  const all = new Set([...sources.map(({ rule }) => rule), ...others].flatMap((rule) => rule.nonResourceURLs ?? []));
  return [...all].sort().map((path) => {
    const names = (rule: PolicyRule) => rule.nonResourceURLs?.includes(path) ?? false;
    const found = sources.flatMap(({ rule }, position) => (names(rule) ? [position] : []));
    const rules = [...sources.map(({ rule }) => rule), ...others].filter(names);
    return { path, verbs: [...new Set(rules.flatMap(({ verbs }) => verbs ?? []))], sources: found };
  });
}
