import type { Dialect } from '../../api/dialect.ts';
import { quoted } from '../../api/field-error.ts';
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  RoleRef,
} from '../../api/kinds/rbac-v1.generated.ts';
import { RBAC_GROUP } from '../../api/kubernetes-names.ts';
import { type ApiObject, asRecord } from '../../api/object.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import { forbidden, notFound } from '../../api/status.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { MaybePromise } from '../../api/when-ready.ts';
import type { Authorizer } from '../authorizer.ts';
import { isPrivileged } from '../index.ts';
import { RbacIndex } from './rbac-index.ts';
import { compactRules, FULL_AUTHORITY, missingRules, ruleText } from './rule-covering.ts';

/** A write of a role or binding, after admission has determined the object to store. */
export interface RbacWrite {
  /** roles, clusterroles, rolebindings or clusterrolebindings. */
  readonly resource: string;
  readonly namespace: string;
  /** The name in the path; empty on create. */
  readonly name: string;
  readonly object: ApiObject;
  /** The stored object; undefined on create. */
  readonly oldObject: ApiObject | undefined;
  readonly user: UserInfo;
}

/**
 * Prevents privilege escalation: users can only write roles whose rules they hold or may `escalate`, and bindings to
 * roles whose rules they hold or may `bind`.
 */
export class EscalationCheck {
  readonly #index: RbacIndex;
  readonly #authorizer: Authorizer;
  readonly #group: string;

  constructor({ reader, dialect, authorizer }: { reader: ObjectReader; dialect: Dialect; authorizer: Authorizer }) {
    this.#index = new RbacIndex(reader, dialect);
    this.#authorizer = authorizer;
    this.#group = dialect.rename(RBAC_GROUP);
  }

  /**
   * Ignores resources other than the four of RBAC.
   * @throws StatusError 403 when the write would grant more than the user holds; 404 when a binding's role is missing
   */
  check(group: string, write: RbacWrite): MaybePromise<void> {
    if (group !== this.#group || isPrivileged(write.user)) return undefined;
    if (write.oldObject && isOnlyCollectable(write.object, write.oldObject)) return undefined;
    if (write.resource === 'roles' || write.resource === 'clusterroles') return this.#checkRole(write);
    if (write.resource === 'rolebindings' || write.resource === 'clusterrolebindings') return this.#checkBinding(write);
    return undefined;
  }

  async #checkRole(write: RbacWrite): Promise<void> {
    const { resource, namespace, name, user } = write;
    if (await this.#may('escalate', resource, namespace, name, user)) return;
    const role = write.object as Role | ClusterRole;
    const refusal = await this.#refusal(user, namespace, role.rules ?? []);
    if (refusal !== undefined) throw this.#forbidden(write, refusal);
    if (resource !== 'clusterroles' || !(hasAggregationRule(role) || hasAggregationRule(write.oldObject))) return;
    // An aggregation rule may collect any rules.
    if ((await this.#refusal(user, namespace, FULL_AUTHORITY)) !== undefined) {
      throw this.#forbidden(write, 'must have cluster-admin privileges to use the aggregationRule');
    }
  }

  async #checkBinding(write: RbacWrite): Promise<void> {
    const { roleRef } = write.object as RoleBinding | ClusterRoleBinding;
    const { namespace, user } = write;
    if (await this.#mayBind(roleRef, namespace, user)) return;
    const rules = await this.#index.rulesOfRole(roleRef, namespace);
    if (typeof rules === 'string') {
      const resource = roleRef.kind === 'Role' ? 'roles' : 'clusterroles';
      throw notFound({ group: this.#group, resource }, roleRef.name);
    }
    const refusal = await this.#refusal(user, namespace, rules);
    if (refusal !== undefined) throw this.#forbidden(write, refusal);
  }

  #mayBind({ kind, name }: RoleRef, namespace: string, user: UserInfo): Promise<boolean> {
    return this.#may('bind', kind === 'Role' ? 'roles' : 'clusterroles', namespace, name, user);
  }

  async #may(verb: string, resource: string, namespace: string, name: string, user: UserInfo): Promise<boolean> {
    const { decision } = await this.#authorizer.authorize({
      user,
      verb,
      isResourceRequest: true,
      namespace,
      group: this.#group,
      version: '*',
      resource,
      subresource: '',
      name,
      path: '',
    });
    return decision === 'allow';
  }

  /** Returns why the rules exceed those that the user holds; undefined when they do not. */
  async #refusal(user: UserInfo, namespace: string, rules: readonly PolicyRule[]): Promise<string | undefined> {
    const held = await this.#index.rulesFor(user, namespace);
    const missing = missingRules(held.rules, rules);
    if (missing.length === 0) return undefined;
    const lines = [...new Set(compactRules(missing).map(ruleText))].sort();
    const groups = (user.groups ?? []).map(quoted).join(' ');
    const errors = [...new Set(held.errors)];
    const aggregate = errors.length > 1 ? `[${errors.join(', ')}]` : errors[0];
    return (
      `user ${quoted(user.username)} (groups=[${groups}]) is attempting to grant RBAC permissions not currently held:\n` +
      `${lines.join('\n')}${aggregate === undefined ? '' : `; resolution errors: [${aggregate}]`}`
    );
  }

  #forbidden({ resource, object }: RbacWrite, why: string) {
    return forbidden({ group: this.#group, resource }, object.metadata.name ?? '', why);
  }
}

const hasAggregationRule = (role: ApiObject | undefined): boolean =>
  ((role as ClusterRole | undefined)?.aggregationRule?.clusterRoleSelectors?.length ?? 0) > 0;

/** Reports whether only owner references and finalizers change, as in updates by the garbage collector. */
function isOnlyCollectable(object: ApiObject, oldObject: ApiObject): boolean {
  const rest = ({ metadata, ...body }: ApiObject): string => {
    const { ownerReferences, finalizers, resourceVersion, managedFields, ...others } = metadata;
    return sortedJson({ ...asRecord(body), metadata: others });
  };
  return rest(object) === rest(oldObject);
}

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
