import type { ConsideredRule } from '../../api/debug/access-explanation.ts';
import { quoted } from '../../api/field-error.ts';
import type { PolicyRule, Subject } from '../../api/kinds/rbac-v1.generated.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { AuthorizationAttributes } from '../authorizer.ts';
import type { Binding } from '../rbac/binding-index.ts';
import { namesUser, type RbacIndex } from '../rbac/rbac-index.ts';
import { matchRule, missesOf, resourceText } from '../rbac/rule-matching.ts';

/** `misses`: how far the rule is from granting the request; 0 when it does. */
interface Consideration extends ConsideredRule {
  readonly misses: number;
}

/**
 * Every rule that could have granted a request, with a sentence on why it did or did not: the rules of the user's own
 * bindings, and bindings that miss the user or the namespace narrowly. What grants comes first, then the nearest misses.
 */
export async function explain(
  index: RbacIndex,
  attributes: AuthorizationAttributes,
): Promise<readonly ConsideredRule[]> {
  const considered: Consideration[] = [];
  for (const binding of await index.bindings()) {
    const namespace = binding.metadata.namespace ?? '';
    const subject = binding.subjects?.find((candidate) => namesUser(candidate, namespace, attributes.user));
    if (subject) considered.push(...(await explainBinding(index, binding, subject, attributes)));
    else if (namespace === '' || namespace === attributes.namespace)
      considered.push(...(await explainNearMiss(index, binding, attributes)));
  }
  return considered.toSorted((a, b) => a.misses - b.misses).map(({ misses: _, ...rule }) => rule);
}

async function explainBinding(
  index: RbacIndex,
  binding: Binding,
  subject: Subject,
  attributes: AuthorizationAttributes,
): Promise<Consideration[]> {
  const namespace = binding.metadata.namespace ?? '';
  const rules = await index.rulesOfRole(binding.roleRef, namespace);
  const refused = (why: string, isOnlyReason = false): Consideration[] => [
    refusal(binding, rules, attributes, { why, isOnlyReason }),
  ];
  const flaw = index.flawOf({ binding, namespace, subject });
  if (flaw !== undefined) return refused(`The ${flaw}.`);
  if (namespace !== '' && !attributes.isResourceRequest) {
    return refused('A RoleBinding grants nothing on paths: only a ClusterRoleBinding does.');
  }
  if (namespace !== '' && namespace !== attributes.namespace)
    return refused(wrongNamespace(namespace, attributes), true);
  if (typeof rules === 'string') return refused(`The role it refers to is missing: ${rules}.`);
  if (rules.length === 0) return refused('The role has no rules.');
  return rules.map((rule) => {
    const misses = missesOf(rule, attributes);
    return {
      ...bindingAndRole(binding),
      rule: { ...rule, verbs: rule.verbs ?? [] },
      granted: misses === 0,
      why: whyOf(rule, attributes),
      misses,
    };
  });
}

/**
 * A binding that counts for nothing here: as far from granting as its nearest rule, and one step more.
 * @param isOnlyReason Whether the sentence reads as if nothing else were missing, so that it must say when there is.
 */
function refusal(
  binding: Binding,
  rules: readonly PolicyRule[] | string,
  attributes: AuthorizationAttributes,
  { why, isOnlyReason }: { readonly why: string; readonly isOnlyReason: boolean },
): Consideration {
  const nearest = typeof rules === 'string' ? 0 : Math.min(...rules.map((rule) => missesOf(rule, attributes)));
  const told = isOnlyReason && nearest > 0 ? `${why} Its rules would not grant this either.` : why;
  return { ...bindingAndRole(binding), granted: false, why: told, misses: nearest + 1 };
}

/** The binding and the role it refers to, by name. */
export function bindingAndRole(binding: Binding): Pick<ConsideredRule, 'binding' | 'role'> {
  const { namespace, name = '' } = binding.metadata;
  const { kind, name: role } = binding.roleRef;
  return {
    binding: { kind: namespace ? 'RoleBinding' : 'ClusterRoleBinding', name, ...(namespace ? { namespace } : {}) },
    role: { kind, name: role, ...(kind === 'Role' && namespace ? { namespace } : {}) },
  };
}

const wrongNamespace = (namespace: string, attributes: AuthorizationAttributes): string =>
  attributes.namespace === ''
    ? `It grants in the namespace ${quoted(namespace)} only, and the request is for the whole cluster.`
    : `It grants in the namespace ${quoted(namespace)} only, not in ${quoted(attributes.namespace)}.`;

/** The first part of the rule that does not match; when all do, that it grants. */
function whyOf(rule: PolicyRule, attributes: AuthorizationAttributes): string {
  const match = matchRule(rule, attributes);
  const verbs = (rule.verbs ?? []).join(', ') || 'no verb';
  if (!attributes.isResourceRequest) {
    if (!rule.nonResourceURLs?.length) return 'The rule is for resources, and the request is for a path.';
    if (!match.path) return `The rule is for ${rule.nonResourceURLs.join(', ')}, not for ${attributes.path}.`;
    return match.verb ? 'The rule grants it.' : `The rule allows ${verbs} on the path, not ${attributes.verb}.`;
  }
  if (rule.nonResourceURLs?.length) return 'The rule is for paths, and the request is for a resource.';
  if (!match.group)
    return `The rule is for the API groups ${listed(rule.apiGroups)}, not for ${quoted(attributes.group)}.`;
  if (!match.resource) return whyNotResource(rule, attributes);
  if (!match.verb) return `The rule allows ${verbs}, not ${attributes.verb}.`;
  return match.name ? 'The rule grants it.' : whyNotName(rule, attributes);
}

function whyNotResource(rule: PolicyRule, attributes: AuthorizationAttributes): string {
  const asked = resourceText(attributes);
  if (attributes.subresource && rule.resources?.includes(attributes.resource)) {
    return `The rule is for ${attributes.resource}, which does not include the subresource ${asked}.`;
  }
  return `The rule is for ${(rule.resources ?? []).join(', ')}, not for ${asked}.`;
}

function whyNotName(rule: PolicyRule, { name, verb }: AuthorizationAttributes): string {
  const names = listed(rule.resourceNames);
  if (name !== '') return `The rule is for the names ${names}, not for ${quoted(name)}.`;
  if (verb === 'create')
    return `The rule is for the names ${names}, and a create has no name yet when it is authorized.`;
  return `The rule is for the names ${names}, and a ${verb} without a field selector on metadata.name asks for all.`;
}

/** A binding of somebody with the user's name, but of another kind or in another namespace. */
async function explainNearMiss(
  index: RbacIndex,
  binding: Binding,
  attributes: AuthorizationAttributes,
): Promise<Consideration[]> {
  const namespace = binding.metadata.namespace ?? '';
  for (const subject of binding.subjects ?? []) {
    const why = nearMiss(subject, namespace, attributes.user);
    if (!why) continue;
    const rules = await index.rulesOfRole(binding.roleRef, namespace);
    return [refusal(binding, rules, attributes, { why, isOnlyReason: true })];
  }
  return [];
}

function nearMiss(subject: Subject, bindingNamespace: string, { username, groups }: UserInfo): string | undefined {
  const { kind, name } = subject;
  const account = /^system:serviceaccount:([^:]+):(.+)$/.exec(username);
  const [, accountNamespace = '', accountName] = account ?? [];
  if (kind === 'Group' && name === username)
    return `Its subject is the group ${quoted(name)}, and the request is from the user of that name.`;
  if (kind === 'User' && groups?.includes(name))
    return `Its subject is the user ${quoted(name)}, and that is the name of a group of the user.`;
  if (account && kind === 'User' && name === accountName) {
    return `Its subject is the user ${quoted(name)}, and the request is from the service account of that name.`;
  }
  if (kind !== 'ServiceAccount') return undefined;
  if (name === username)
    return `Its subject is the service account ${quoted(name)}, and the request is from a user of that name.`;
  if (!account || name !== accountName) return undefined;
  const namespace = subject.namespace || bindingNamespace;
  return namespace === ''
    ? `Its subject is a service account ${quoted(name)} without a namespace.`
    : `Its subject is the service account ${quoted(name)} of the namespace ${quoted(namespace)}, not of ${quoted(accountNamespace)}.`;
}

const listed = (items: readonly string[] | undefined): string => (items ?? []).map(quoted).join(', ');
