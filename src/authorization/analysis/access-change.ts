import { aggregatedRules } from '../../api/aggregated-rules.ts';
import type { AccessChangeStatus, ChangedAccess, RbacObject } from '../../api/debug/access-analysis.ts';
import type { NamedObject } from '../../api/debug/access-explanation.ts';
import type { Dialect } from '../../api/dialect.ts';
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  RoleBinding,
  Subject,
} from '../../api/kinds/rbac-v1.generated.ts';
import { RBAC_GROUP } from '../../api/kubernetes-names.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import type { ApiObject } from '../../api/object.ts';
import type { CollectionState, ObjectReader } from '../../api/ports/object-reader.ts';
import type { UserInfo } from '../../api/user-info.ts';
import { isPrivileged } from '../index.ts';
import { SERVICE_ACCOUNT_PREFIX } from '../rbac/binding-index.ts';
import { RbacIndex } from '../rbac/rbac-index.ts';
import { compactRules, missingRules } from '../rbac/rule-covering.ts';

/** A proposed write or deletion of a role or binding. */
export interface RbacEdit {
  readonly object: RbacObject;
  readonly isDeletion: boolean;
}

const RESOURCES: Readonly<Record<string, string>> = {
  Role: 'roles',
  ClusterRole: 'clusterroles',
  RoleBinding: 'rolebindings',
  ClusterRoleBinding: 'clusterrolebindings',
};

/**
 * Returns the access that each subject would gain and lose. Excludes access that the subject also has through other
 * bindings.
 */
export async function accessChange(
  reader: ObjectReader,
  dialect: Dialect,
  edit: RbacEdit,
): Promise<AccessChangeStatus> {
  const before = new RbacIndex(reader, dialect);
  const edited = new EditedReader(reader, dialect, edit);
  const after = new RbacIndex(edited, dialect);
  const bindings = [...(await before.bindings()), ...(await after.bindings())];
  const touches = touchedBy(edit, await edited.changedClusterRoles());
  const gained: ChangedAccess[] = [];
  const lost: ChangedAccess[] = [];
  for (const { user, subject, namespace } of subjectsOf(bindings.filter(touches))) {
    if (isPrivileged(user)) continue;
    const { rules: held } = await before.rulesFor(user, namespace);
    const { rules: kept } = await after.rulesFor(user, namespace);
    const whom = { subject, ...(namespace ? { namespace } : {}) };
    const more = useful(missingRules(held, kept), namespace);
    const less = useful(missingRules(kept, held), namespace);
    if (more.length) gained.push({ ...whom, rules: more });
    if (less.length) lost.push({ ...whom, rules: less });
  }
  return { gained, lost };
}

/** Returns merged rules for display, without path rules in a namespace, where they have no effect. */
function useful(parts: readonly PolicyRule[], namespace: string): readonly PolicyRule[] {
  const counted = parts.filter(({ nonResourceURLs }) => namespace === '' || !nonResourceURLs?.length);
  return compactRules(counted).map((rule) => ({ ...rule, verbs: [...new Set(rule.verbs ?? [])] }));
}

interface Affected {
  readonly user: UserInfo;
  readonly subject: NamedObject;
  readonly namespace: string;
}

/** Returns all subjects of the bindings, once per namespace. */
function subjectsOf(bindings: readonly (ClusterRoleBinding | RoleBinding)[]): readonly Affected[] {
  const found = new Map<string, Affected>();
  for (const { metadata, subjects } of bindings) {
    const { namespace = '' } = metadata;
    for (const each of subjects ?? []) {
      const subject = shownSubject(each, namespace);
      found.set(JSON.stringify([subject, namespace]), { user: userOf(subject), subject, namespace });
    }
  }
  return [...found.values()];
}

/** Returns a predicate for bindings that are edited, or that refer to a changed role. */
function touchedBy({ object: { kind, metadata } }: RbacEdit, clusterRoles: ReadonlySet<string>) {
  return ({ kind: _, metadata: own, roleRef }: ClusterRoleBinding | RoleBinding): boolean => {
    const isSameNamespace = (own.namespace ?? '') === (metadata.namespace ?? '');
    if (kind === 'RoleBinding' || kind === 'ClusterRoleBinding') return isSameNamespace && own.name === metadata.name;
    if (kind === 'Role') return isSameNamespace && roleRef.kind === kind && roleRef.name === metadata.name;
    return roleRef.kind === kind && clusterRoles.has(roleRef.name);
  };
}

const shownSubject = ({ kind, name, namespace }: Subject, bindingNamespace: string): NamedObject =>
  kind === 'ServiceAccount' ? { kind, namespace: namespace || bindingNamespace, name } : { kind, name };

/** Returns the minimal user of a subject's requests. */
function userOf({ kind, namespace = '', name }: NamedObject): UserInfo {
  if (kind === 'Group') {
    return { username: '', groups: name === 'system:unauthenticated' ? [name] : [name, 'system:authenticated'] };
  }
  if (kind === 'User') return { username: name, groups: ['system:authenticated'] };
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
  return { username: `${SERVICE_ACCOUNT_PREFIX}${namespace}:${name}`, groups };
}

/** The store after an edit, including the effect on aggregated roles. */
class EditedReader implements ObjectReader {
  readonly #reader: ObjectReader;
  readonly #group: string;
  readonly #edit: RbacEdit;
  readonly #edited: string;

  constructor(reader: ObjectReader, dialect: Dialect, edit: RbacEdit) {
    this.#reader = reader;
    this.#group = dialect.rename(RBAC_GROUP);
    this.#edit = edit;
    this.#edited = RESOURCES[edit.object.kind] ?? '';
  }

  async get<T extends ApiObject>(group: string, resource: string, namespace: string, name: string) {
    if (group !== this.#group || resource !== this.#edited)
      return this.#reader.get<T>(group, resource, namespace, name);
    const objects = await this.list<T>(group, resource, namespace);
    return objects.find(({ metadata }) => metadata.name === name);
  }

  async list<T extends ApiObject>(group: string, resource: string, namespace = ''): Promise<readonly T[]> {
    const objects = await this.#reader.list<T>(group, resource, namespace);
    if (group !== this.#group || resource !== this.#edited) return objects;
    const { object, isDeletion } = this.#edit;
    const { metadata } = object;
    const isElsewhere = namespace !== '' && metadata.namespace !== namespace;
    const others = objects.filter(
      (other) => other.metadata.name !== metadata.name || other.metadata.namespace !== metadata.namespace,
    );
    const edited = isDeletion || isElsewhere ? others : [...others, object as ApiObject as T];
    return resource === 'clusterroles'
      ? (aggregated(edited as readonly ApiObject[]) as readonly ApiObject[] as T[])
      : edited;
  }

  collectionOf(group: string, resource: string): CollectionState {
    return this.#reader.collectionOf(group, resource);
  }

  /** Returns the names of the cluster roles whose rules the edit changes. */
  async changedClusterRoles(): Promise<ReadonlySet<string>> {
    const rulesByName = async (reader: ObjectReader) => {
      const roles = await reader.list<ClusterRole>(this.#group, 'clusterroles');
      return new Map(roles.map(({ metadata, rules }) => [metadata.name ?? '', JSON.stringify(rules ?? [])]));
    };
    const before = await rulesByName(this.#reader);
    const after = await rulesByName(this);
    return new Set([...before.keys(), ...after.keys()].filter((name) => before.get(name) !== after.get(name)));
  }
}

/** Applies aggregation to cluster roles, which may aggregate each other. */
function aggregated(roles: readonly ApiObject[]): readonly ClusterRole[] {
  let current = roles as readonly ClusterRole[];
  for (let round = 0; round < roles.length; round++) {
    const next = current.map((role) => {
      const rules = aggregatedRules(role, current);
      return rules === undefined || isEqualJson(rules, role.rules ?? []) ? role : { ...role, rules };
    });
    if (next.every((role, index) => role === current[index])) break;
    current = next;
  }
  return current;
}
