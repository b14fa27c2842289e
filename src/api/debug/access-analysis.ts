import type { SubjectAccessReviewSpec } from '../kinds/authorization-v1.generated.ts';
import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding } from '../kinds/rbac-v1.generated.ts';
import type { ConsideredRule, NamedObject } from './access-explanation.ts';

export type RbacObject = Role | ClusterRole | RoleBinding | ClusterRoleBinding;

/** A resource of the debug group: a create returns the status, and nothing is stored. */
interface Answer<Kind extends string, Spec, Status> {
  readonly apiVersion: string;
  readonly kind: Kind;
  readonly metadata: object;
  readonly spec: Spec;
  readonly status?: Status;
}

/** All permissions of a subject in a namespace; the spec names both, like that of a SubjectAccessReview. */
export type AccessMatrix = Answer<'AccessMatrix', SubjectAccessReviewSpec, AccessMatrixStatus>;

export interface AccessMatrixStatus {
  /** Why the subject has permissions that no role grants. */
  readonly reason?: string;
  /** Rules of the roles bound to the subject; rows and paths refer to them by index. */
  readonly sources: readonly AccessSource[];
  readonly rows: readonly AccessMatrixRow[];
  readonly paths: readonly GrantedPath[];
  /** True when an authorizer takes part that cannot list its rules. */
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

export type AccessSource = Pick<ConsideredRule, 'binding' | 'role'> & { readonly rule: PolicyRule };

/** A resource (or `resource/subresource`), the verbs it supports, and the verbs granted on it. */
export interface AccessMatrixRow {
  readonly group: string;
  readonly resource: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly granted: readonly GrantedVerb[];
}

export interface GrantedVerb {
  readonly verb: string;
  /** Set when the verb is granted for these object names only. */
  readonly names?: readonly string[];
  /** Indexes into `sources`; empty when no role grants the verb. */
  readonly sources: readonly number[];
}

/** A non-resource path, or a path pattern such as `/healthz/*`. */
export interface GrantedPath {
  readonly path: string;
  readonly verbs: readonly string[];
  readonly sources: readonly number[];
}

/** Changes that would allow a denied request; the spec is that of a SubjectAccessReview. */
export type AccessFixes = Answer<'AccessFix', SubjectAccessReviewSpec, AccessFixesStatus>;

export interface AccessFixesStatus {
  readonly allowed: boolean;
  /** Why no role or binding could allow the request. */
  readonly reason?: string;
  /** Ordered by how much they grant, least first. */
  readonly fixes: readonly AccessFix[];
}

export interface AccessFix {
  /** One sentence. */
  readonly summary: string;
  /** Objects to create, in this order. */
  readonly objects: readonly RbacObject[];
}

/** Which subjects would gain or lose access if a role or binding were written or deleted. */
export type AccessChange = Answer<'AccessChange', AccessChangeSpec, AccessChangeStatus>;

export interface AccessChangeSpec {
  /** The object to store. For a deletion, kind and name are sufficient. */
  readonly object: RbacObject;
  readonly delete?: boolean;
}

export interface AccessChangeStatus {
  readonly gained: readonly ChangedAccess[];
  readonly lost: readonly ChangedAccess[];
}

/** Access that one subject gains or loses, in one namespace or, without one, cluster-wide. */
export interface ChangedAccess {
  readonly subject: NamedObject;
  readonly namespace?: string;
  readonly rules: readonly PolicyRule[];
}
