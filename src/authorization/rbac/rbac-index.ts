import type { Dialect } from '../../api/dialect.ts';
import { quoted } from '../../api/field-error.ts';
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  RoleRef,
  Subject,
} from '../../api/kinds/rbac-v1.generated.ts';
import { RBAC_GROUP } from '../../api/kubernetes-names.ts';
import type { CollectionState, ObjectReader } from '../../api/ports/object-reader.ts';
import type { UserInfo } from '../../api/user-info.ts';
import { type Binding, BindingIndex, type Grant, SERVICE_ACCOUNT_PREFIX, subjectKey } from './binding-index.ts';

/**
 * The rules of a user in a namespace (empty: cluster-wide only), and the errors for roles that could not be resolved.
 */
export interface UserRules {
  readonly rules: readonly PolicyRule[];
  readonly errors: readonly string[];
}

type Kind = 'clusterrolebindings' | 'rolebindings' | 'clusterroles' | 'roles';

/**
 * Indexes roles and bindings by subject. The cost of a lookup depends on the bindings of the user, and the cost of an
 * update on the changed objects, not on the total number.
 */
export class RbacIndex {
  readonly #reader: ObjectReader;
  readonly #dialect: Dialect;
  readonly #group: string;
  readonly #collections: Readonly<Record<Kind, CollectionState>>;
  readonly #indices = new Map<string, { revision: number; index: BindingIndex }>();
  /** Cached rules by `namespace/name`, valid until a role of the kind changes. */
  readonly #roles = new Map<string, { revision: number; rules: Map<string, readonly PolicyRule[]> }>();

  constructor(reader: ObjectReader, dialect: Dialect) {
    this.#reader = reader;
    this.#dialect = dialect;
    this.#group = dialect.rename(RBAC_GROUP);
    this.#collections = {
      clusterrolebindings: reader.collectionOf(this.#group, 'clusterrolebindings'),
      rolebindings: reader.collectionOf(this.#group, 'rolebindings'),
      clusterroles: reader.collectionOf(this.#group, 'clusterroles'),
      roles: reader.collectionOf(this.#group, 'roles'),
    };
  }

  /** Changes with every role or binding, because the revision of each kind only grows. */
  get revision(): number {
    const { clusterrolebindings, rolebindings, clusterroles, roles } = this.#collections;
    return clusterrolebindings.revision + rolebindings.revision + clusterroles.revision + roles.revision;
  }

  /** Returns the bindings of a user: cluster-wide ones first, then those of the namespace, each in key order. */
  async grantsOf(user: UserInfo, namespace: string): Promise<readonly Grant[]> {
    const clusterWide = await this.#grantsOf('clusterrolebindings', user, '');
    return namespace === ''
      ? clusterWide
      : [...clusterWide, ...(await this.#grantsOf('rolebindings', user, namespace))];
  }

  /** Returns the rules of a role, or an error message when the reference cannot be resolved. */
  async rulesOfRole(ref: RoleRef, namespace: string): Promise<readonly PolicyRule[] | string> {
    if (ref.kind !== 'Role' && ref.kind !== 'ClusterRole')
      return `unsupported role reference kind: ${quoted(ref.kind)}`;
    const isRole = ref.kind === 'Role';
    const resource = isRole ? 'roles' : 'clusterroles';
    const home = isRole ? namespace : '';
    const remembered = this.#rulesOf(resource);
    const known = remembered.get(`${home}/${ref.name}`);
    if (known) return known;
    const role = await this.#reader.get<Role | ClusterRole>(this.#group, resource, home, ref.name);
    if (!role) return `${ref.kind.toLowerCase()}.${this.#group} ${quoted(ref.name)} not found`;
    const rules = role.rules ?? [];
    remembered.set(`${home}/${ref.name}`, rules);
    return rules;
  }

  async rulesFor(user: UserInfo, namespace: string): Promise<UserRules> {
    const rules: PolicyRule[] = [];
    const errors: string[] = [];
    for (const grant of await this.grantsOf(user, namespace)) {
      const found = this.flawOf(grant) ?? (await this.rulesOfRole(grant.binding.roleRef, grant.namespace));
      if (typeof found === 'string') errors.push(found);
      else rules.push(...found);
    }
    return { rules, errors };
  }

  /** Returns why a matching subject grants nothing; undefined when it grants the role. */
  flawOf({ subject }: Grant): string | undefined {
    if (subject.kind === 'ServiceAccount' || !subject.namespace) return undefined;
    if (!this.#dialect.follows('user-subject-has-no-namespace')) return undefined;
    return `subject ${subject.kind} ${quoted(subject.name)} must not have a namespace`;
  }

  /** Returns all bindings. */
  async bindings(): Promise<readonly Binding[]> {
    return [
      ...(await this.#reader.list<ClusterRoleBinding>(this.#group, 'clusterrolebindings')),
      ...(await this.#reader.list<RoleBinding>(this.#group, 'rolebindings')),
    ];
  }

  #rulesOf(resource: Kind): Map<string, readonly PolicyRule[]> {
    const { revision } = this.#collections[resource];
    const known = this.#roles.get(resource);
    if (known?.revision === revision) return known.rules;
    const rules = new Map<string, readonly PolicyRule[]>();
    this.#roles.set(resource, { revision, rules });
    return rules;
  }

  async #grantsOf(resource: Kind, user: UserInfo, namespace: string): Promise<readonly Grant[]> {
    const index = await this.#index(resource);
    return index.grantsOf(subjectKeysOf(user), namespace);
  }

  async #index(resource: Kind): Promise<BindingIndex> {
    const { revision } = this.#collections[resource];
    const known = this.#indices.get(resource);
    if (known?.revision === revision) return known.index;
    const changes = known && this.#reader.changesSince?.<Binding>(this.#group, resource, known.revision);
    if (known && changes) {
      for (const { namespace, name, object } of changes) known.index.set(namespace, name, object);
      known.revision = revision;
      return known.index;
    }
    const index = new BindingIndex();
    for (const binding of await this.#reader.list<Binding>(this.#group, resource)) {
      index.set(binding.metadata.namespace ?? '', binding.metadata.name ?? '', binding);
    }
    // The list may contain changes after that revision; applying them again has no effect.
    this.#indices.set(resource, { revision, index });
    return index;
  }
}

const subjectKeysOf = ({ username, groups }: UserInfo): readonly string[] => [
  `User/${username}`,
  ...(username.startsWith(SERVICE_ACCOUNT_PREFIX) ? [`ServiceAccount/${username}`] : []),
  ...(groups ?? []).map((group) => `Group/${group}`),
];

/** Reports whether a binding subject matches the user. */
export const namesUser = (subject: Subject, bindingNamespace: string, user: UserInfo): boolean =>
  subjectKeysOf(user).includes(subjectKey(subject, bindingNamespace));
