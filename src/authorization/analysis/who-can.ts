import { isOrdinaryGroup, isSystemSubject } from '../../api/cluster-component.ts';
import type { AllowedSubject } from '../../api/debug/access-explanation.ts';
import type { ClusterRoleBinding, RoleBinding, Subject } from '../../api/kinds/rbac-v1.generated.ts';
import type { AuthorizationAttributes } from '../authorizer.ts';
import { subjectKey } from '../rbac/binding-index.ts';
import type { RbacIndex } from '../rbac/rbac-index.ts';
import { ruleAllows } from '../rbac/rule-matching.ts';
import { bindingAndRole } from './explain.ts';

/**
 * Returns every subject that is allowed the request, regardless of who sends it, with all bindings that allow it. Users
 * come first, then groups of users, service accounts, ordinary groups and system subjects.
 */
export async function whoCan(
  index: RbacIndex,
  attributes: AuthorizationAttributes,
): Promise<readonly AllowedSubject[]> {
  const found = new Map<string, AllowedSubject>();
  for (const binding of await index.bindings()) {
    if (!(await allows(index, binding, attributes))) continue;
    const namespace = binding.metadata.namespace ?? '';
    for (const subject of binding.subjects ?? []) {
      if (index.flawOf({ binding, namespace, subject }) !== undefined) continue;
      const key = subjectKey(subject, namespace);
      if (key === NOBODY) continue;
      const bindings = [...(found.get(key)?.bindings ?? []), bindingAndRole(binding)];
      found.set(key, { ...shown(subject, namespace), bindings });
    }
  }
  return [...found.values()].toSorted((a, b) => rankOf(a) - rankOf(b) || textOf(a).localeCompare(textOf(b), 'en'));
}

/** Key of a service account without a namespace. */
const NOBODY = subjectKey({ kind: 'ServiceAccount', name: '' }, '');

async function allows(
  index: RbacIndex,
  binding: ClusterRoleBinding | RoleBinding,
  attributes: AuthorizationAttributes,
): Promise<boolean> {
  const namespace = binding.metadata.namespace ?? '';
  if (namespace !== '' && (!attributes.isResourceRequest || namespace !== attributes.namespace)) return false;
  const rules = await index.rulesOfRole(binding.roleRef, namespace);
  return typeof rules !== 'string' && rules.some((rule) => ruleAllows(rule, attributes));
}

const shown = ({ kind, name, namespace }: Subject, bindingNamespace: string) =>
  kind === 'ServiceAccount' ? { kind, namespace: namespace || bindingNamespace, name } : { kind, name };

const KINDS = ['User', 'Group', 'ServiceAccount'];

function rankOf(subject: AllowedSubject): number {
  if (isSystemSubject(subject)) return KINDS.length + 1;
  return isOrdinaryGroup(subject) ? KINDS.length : KINDS.indexOf(subject.kind);
}

const textOf = ({ kind, namespace = '', name }: AllowedSubject): string => `${kind} ${namespace} ${name}`;
