import type { SubjectAccessReviewSpec } from '../kinds/authorization-v1.generated.ts';
import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding } from '../kinds/rbac-v1.generated.ts';
import type { ConsideredRule, NamedObject } from './access-explanation.ts';

export type RbacObject = Role | ClusterRole | RoleBinding | ClusterRoleBinding;

/** What a resource of the debug group that is created, answered and not stored looks like. */
interface Answer<Kind extends string, Spec, Status> {
  readonly apiVersion: string;
  readonly kind: Kind;
  readonly metadata: object;
  readonly spec: Spec;
  readonly status?: Status;
}

/** Everything that a subject may do in a namespace; the spec names both, as that of a SubjectAccessReview does. */
export type AccessMatrix = Answer<'AccessMatrix', SubjectAccessReviewSpec, AccessMatrixStatus>;

export interface AccessMatrixStatus {
  /** Why the subject may do what no role gives it. */
  readonly reason?: string;
  /** Rules of roles that are bound to the subject; what is granted refers to them by position. */
  readonly sources: readonly AccessSource[];
  readonly rows: readonly AccessMatrixRow[];
  readonly paths: readonly GrantedPath[];
  /** Whether an authorizer takes part whose rules cannot be listed. */
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

export type AccessSource = Pick<ConsideredRule, 'binding' | 'role'> & { readonly rule: PolicyRule };

/** A resource (or `resource/subresource`), the verbs that it has, and those that are granted. */
export interface AccessMatrixRow {
  readonly group: string;
  readonly resource: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly granted: readonly GrantedVerb[];
}

export interface GrantedVerb {
  readonly verb: string;
  /** Present when it is granted on these names only. */
  readonly names?: readonly string[];
  /** Positions in `sources`; none when no role grants it. */
  readonly sources: readonly number[];
}

/** A path or pattern of paths. */
export interface GrantedPath {
  readonly path: string;
  readonly verbs: readonly string[];
  readonly sources: readonly number[];
}

/** What to add so that a denied request is allowed; the spec is that of a SubjectAccessReview. */
export type AccessFixes = Answer<'AccessFix', SubjectAccessReviewSpec, AccessFixesStatus>;

export interface AccessFixesStatus {
  readonly allowed: boolean;
  /** Why nothing can be added that would help. */
  readonly reason?: string;
  /** What gives the least comes first. */
  readonly fixes: readonly AccessFix[];
}

export interface AccessFix {
  /** One sentence. */
  readonly summary: string;
  /** To be created, in this order. */
  readonly objects: readonly RbacObject[];
}

/** What would change for whom if a role or binding were written or deleted. */
export type AccessChange = Answer<'AccessChange', AccessChangeSpec, AccessChangeStatus>;

export interface AccessChangeSpec {
  /** As it would be stored; of one to be deleted, kind and name are enough. */
  readonly object: RbacObject;
  readonly delete?: boolean;
}

export interface AccessChangeStatus {
  readonly gained: readonly ChangedAccess[];
  readonly lost: readonly ChangedAccess[];
}

/** What one subject gains or loses, in one namespace or, without one, everywhere. */
export interface ChangedAccess {
  readonly subject: NamedObject;
  readonly namespace?: string;
  readonly rules: readonly PolicyRule[];
}
