import type { ConsideredRule } from '../../api/debug/access-explanation.ts';
import { quoted } from '../../api/field-error.ts';
import type { PolicyRule, Subject } from '../../api/kinds/rbac-v1.generated.ts';
import { matchRule, resourceText } from '../../api/rule-matching.ts';
import { serviceAccountOf } from '../../api/service-account-of.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { AuthorizationAttributes } from '../authorizer.ts';
import type { Binding } from '../rbac/binding-index.ts';
import { namesUser, type RbacIndex } from '../rbac/rbac-index.ts';
import { missesOf } from '../rbac/rule-matching.ts';

/** `misses` is the rule's distance from granting the request; 0 if it grants it. */
interface Consideration extends ConsideredRule {
  readonly misses: number;
}

/**
 * Returns every rule that could have granted a request, with a sentence on why it did or did not: rules of the user's
 * bindings, and bindings that narrowly miss the user or the namespace. Granting rules come first, then the closest.
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
  const withoutEffect = (why: string, isOnlyReason = false): Consideration[] => [
    ineffective(binding, rules, attributes, { why, isOnlyReason }),
  ];
  const flaw = index.flawOf({ binding, namespace, subject });
  if (flaw !== undefined) return withoutEffect(`The ${flaw}.`);
  if (namespace !== '' && !attributes.isResourceRequest) {
    return withoutEffect('A RoleBinding cannot grant access to paths; only a ClusterRoleBinding can.');
  }
  if (namespace !== '' && namespace !== attributes.namespace)
    return withoutEffect(wrongNamespace(namespace, attributes), true);
  if (typeof rules === 'string') return withoutEffect(`The role it refers to does not exist: ${rules}.`);
  if (rules.length === 0) return withoutEffect('The role has no rules.');
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
 * Returns a binding without effect: its distance is that of its closest rule plus one.
 * @param isOnlyReason whether the sentence reads as if nothing else prevented access, so that other reasons must be
 * added
 */
function ineffective(
  binding: Binding,
  rules: readonly PolicyRule[] | string,
  attributes: AuthorizationAttributes,
  { why, isOnlyReason }: { readonly why: string; readonly isOnlyReason: boolean },
): Consideration {
  const nearest = typeof rules === 'string' ? 0 : Math.min(...rules.map((rule) => missesOf(rule, attributes)));
  const fullReason = isOnlyReason && nearest > 0 ? `${why} Its rules would not grant this either.` : why;
  return { ...bindingAndRole(binding), granted: false, why: fullReason, misses: nearest + 1 };
}

/** Returns references to a binding and its role. */
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
    ? `It grants in the namespace ${quoted(namespace)} only, but the request is cluster-wide.`
    : `It grants in the namespace ${quoted(namespace)} only, not in ${quoted(attributes.namespace)}.`;

/** Returns a sentence on the first part of the rule that does not match, or that the rule grants the request. */
function whyOf(rule: PolicyRule, attributes: AuthorizationAttributes): string {
  const match = matchRule(rule, attributes);
  const verbs = (rule.verbs ?? []).join(', ') || 'no verb';
  if (!attributes.isResourceRequest) {
    if (!rule.nonResourceURLs?.length) return 'The rule is for resources, but the request is for a path.';
    if (!match.path) return `The rule is for ${rule.nonResourceURLs.join(', ')}, not for ${attributes.path}.`;
    return match.verb ? 'The rule grants it.' : `The rule allows ${verbs} on the path, not ${attributes.verb}.`;
  }
  if (rule.nonResourceURLs?.length) return 'The rule is for paths, but the request is for a resource.';
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
    return `The rule is for the names ${names}, but a create has no name yet when it is authorized.`;
  return `The rule is for the names ${names}, but a ${verb} without a field selector on metadata.name requests all objects.`;
}

/** Explains a binding whose subject has the user's name, but another kind or namespace. */
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
    return [ineffective(binding, rules, attributes, { why, isOnlyReason: true })];
  }
  return [];
}

function nearMiss(subject: Subject, bindingNamespace: string, { username, groups }: UserInfo): string | undefined {
  const { kind, name } = subject;
  const account = serviceAccountOf(username);
  const { namespace: accountNamespace = '', name: accountName } = account ?? {};
  if (kind === 'Group' && name === username)
    return `Its subject is the group ${quoted(name)}, but the request is from the user with that name.`;
  if (kind === 'User' && groups?.includes(name))
    return `Its subject is the user ${quoted(name)}, but that is the name of a group that the user is in.`;
  if (account && kind === 'User' && name === accountName) {
    return `Its subject is the user ${quoted(name)}, but the request is from the service account with that name.`;
  }
  if (kind !== 'ServiceAccount') return undefined;
  if (name === username)
    return `Its subject is the service account ${quoted(name)}, but the request is from a user with that name.`;
  if (!account || name !== accountName) return undefined;
  const namespace = subject.namespace || bindingNamespace;
  return namespace === ''
    ? `Its subject is a service account ${quoted(name)} without a namespace.`
    : `Its subject is the service account ${quoted(name)} of the namespace ${quoted(namespace)}, not of ${quoted(accountNamespace)}.`;
}

const listed = (items: readonly string[] | undefined): string => (items ?? []).map(quoted).join(', ');
