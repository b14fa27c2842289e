import type { AccessFix } from '../../../api/debug/access-analysis.ts';
import type { RoleBinding, Subject } from '../../../api/kinds/rbac-v1.generated.ts';
import { serviceAccountOf } from '../../../api/service-account-of.ts';
import type { UserInfo } from '../../../api/user-info.ts';
import { rulesOf, type UsedAction } from './used-access.ts';

interface ProposalOptions {
  /** The subject of the bindings. */
  readonly user: UserInfo;
  /** API group of roles and bindings. */
  readonly group: string;
  /** Whether the roles allow only the objects that the actions name. */
  readonly areNamed: boolean;
  /** Names of roles and bindings that exist. */
  readonly takenNames: ReadonlySet<string>;
}

/**
 * Returns roles that allow exactly what a user has done, with their bindings: a Role for each namespace, and a ClusterRole
 * for the rest.
 */
export function proposedRoles(actions: readonly UsedAction[], options: ProposalOptions): AccessFix[] {
  const namespaces = [...new Set(actions.map(({ namespace }) => namespace))].sort();
  const name = freeName(options);
  return namespaces.map((namespace) => {
    const kind = namespace ? 'Role' : 'ClusterRole';
    const apiVersion = `${options.group}/v1`;
    const metadata = namespace ? { name, namespace } : { name };
    const rules = rulesOf(
      actions.filter((action) => action.namespace === namespace),
      options.areNamed,
    );
    const binding: RoleBinding = {
      apiVersion,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: options.group, kind, name },
      subjects: [subjectOf(options)],
    };
    return {
      summary: `A ${kind} for what was done ${namespace ? `in namespace ${namespace}` : 'outside namespaces or in all of them'}`,
      objects: [{ apiVersion, kind, metadata, rules }, binding],
    };
  });
}

function freeName({ user: { username, groups = [] }, takenNames }: ProposalOptions): string {
  const subject = (username || (groups[0] ?? '')).replace(/^system:serviceaccount:/, '').toLowerCase();
  const base = `${subject.replace(/[^a-z0-9]+/g, '-').slice(0, 50)}-used`.replace(/^-/, '');
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? base : `${base}-${number}`;
    if (!takenNames.has(candidate)) return candidate;
  }
}

function subjectOf({ user: { username, groups = [] }, group }: ProposalOptions): Subject {
  const account = serviceAccountOf(username);
  if (account) return { kind: 'ServiceAccount', ...account };
  return username
    ? { apiGroup: group, kind: 'User', name: username }
    : { apiGroup: group, kind: 'Group', name: groups[0] ?? '' };
}
