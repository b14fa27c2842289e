import type { AccessFix, RbacObject } from '../../api/debug/access-analysis.ts';
import type { Dialect } from '../../api/dialect.ts';
import type { PolicyRule, RoleRef, Subject } from '../../api/kinds/rbac-v1.generated.ts';
import { RBAC_GROUP } from '../../api/kubernetes-names.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import { resourceText } from '../../api/rule-matching.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { AuthorizationAttributes } from '../authorizer.ts';
import { SERVICE_ACCOUNT_PREFIX } from '../rbac/binding-index.ts';
import { type NarrowestRole, narrowestRole } from './narrowest-role.ts';

export interface FixOptions {
  readonly reader: ObjectReader;
  readonly dialect: Dialect;
}

/**
 * Returns objects whose creation would allow a request, narrowest grant first: a new role for exactly this request,
 * then, if possible, a binding to the existing role that adds the least.
 */
export async function accessFixes(
  attributes: AuthorizationAttributes,
  options: FixOptions,
): Promise<readonly AccessFix[]> {
  const write = new ManifestBuilder(attributes, options);
  const name = await write.freeName();
  const isLocal = attributes.isResourceRequest && attributes.namespace !== '';
  const ref = { kind: isLocal ? 'Role' : 'ClusterRole', name };
  const rule = smallestRule(attributes);
  const where = isLocal ? `in the namespace ${attributes.namespace}` : 'cluster-wide';
  const own: AccessFix = {
    summary: `A new ${ref.kind} that allows exactly this request, bound ${where}`,
    objects: [write.role(ref, [rule]), write.binding(name, ref)],
  };
  const role = await narrowestRole(attributes, rule, options);
  if (!role) return [own];
  const bound: AccessFix = {
    summary: `The existing ${role.kind} ${role.name}, bound ${where}: ${effectOf(role)}`,
    objects: [write.binding(name, role)],
  };
  return [own, bound];
}

function effectOf({ added }: NarrowestRole): string {
  if (added === 0) return 'grants no other access';
  return added === 1 ? 'allows 1 other action' : `allows ${added} other actions`;
}

/** Returns the rule that allows exactly this request. */
function smallestRule(attributes: AuthorizationAttributes): PolicyRule {
  const { verb, group, name, path, subresource } = attributes;
  if (!attributes.isResourceRequest) return { verbs: [verb], nonResourceURLs: [path] };
  const rule = { verbs: [verb], apiGroups: [group], resources: [resourceText(attributes)] };
  // On create, the object has no name yet when it is authorized.
  const isNamed = name !== '' && !(verb === 'create' && subresource === '');
  return isNamed ? { ...rule, resourceNames: [name] } : rule;
}

/**
 * Returns the subject for a binding; for a request with only groups, the first group other than system:authenticated.
 */
function subjectOf({ username, groups = [] }: UserInfo, apiGroup: string): Subject {
  if (username.startsWith(SERVICE_ACCOUNT_PREFIX)) {
    const [namespace = '', name = ''] = username.slice(SERVICE_ACCOUNT_PREFIX.length).split(':');
    return { kind: 'ServiceAccount', namespace, name };
  }
  if (username !== '') return { apiGroup, kind: 'User', name: username };
  const name = groups.find((group) => group !== 'system:authenticated') ?? groups[0] ?? '';
  return { apiGroup, kind: 'Group', name };
}

const groupOf = (dialect: Dialect): string => dialect.rename(RBAC_GROUP);

/** Builds the objects of a fix, which all have the same name. */
class ManifestBuilder {
  readonly #attributes: AuthorizationAttributes;
  readonly #reader: ObjectReader;
  readonly #group: string;

  constructor(attributes: AuthorizationAttributes, { reader, dialect }: FixOptions) {
    this.#attributes = attributes;
    this.#reader = reader;
    this.#group = groupOf(dialect);
  }

  get #namespace(): string {
    return this.#attributes.isResourceRequest ? this.#attributes.namespace : '';
  }

  /** Returns `<subject>-<verb>-<resource>`, followed by a number if the name is taken. */
  async freeName(): Promise<string> {
    const { name } = subjectOf(this.#attributes.user, this.#group);
    const { verb, isResourceRequest, path } = this.#attributes;
    const what = isResourceRequest ? resourceText(this.#attributes) : path;
    const wanted = [name, verb, what]
      .join('-')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-');
    const base = wanted.slice(0, 60).replace(/^-|-$/g, '') || 'access';
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? base : `${base}-${number}`;
      if (await this.#isFree(candidate)) return candidate;
    }
  }

  async #isFree(name: string): Promise<boolean> {
    const resources = this.#namespace ? ['roles', 'rolebindings'] : ['clusterroles', 'clusterrolebindings'];
    const found = await Promise.all(
      resources.map((resource) => this.#reader.get(this.#group, resource, this.#namespace, name)),
    );
    return found.every((object) => object === undefined);
  }

  role({ kind, name }: { readonly kind: string; readonly name: string }, rules: PolicyRule[]): RbacObject {
    return { ...this.#head(kind, name), rules };
  }

  binding(bindingName: string, { kind, name }: Pick<RoleRef, 'kind' | 'name'>): RbacObject {
    return {
      ...this.#head(this.#namespace ? 'RoleBinding' : 'ClusterRoleBinding', bindingName),
      roleRef: { apiGroup: this.#group, kind, name },
      subjects: [subjectOf(this.#attributes.user, this.#group)],
    };
  }

  #head(kind: string, name: string) {
    const namespace = this.#namespace;
    return { apiVersion: `${this.#group}/v1`, kind, metadata: namespace ? { name, namespace } : { name } };
  }
}
