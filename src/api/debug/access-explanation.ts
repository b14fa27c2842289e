import type { SubjectAccessReviewSpec } from '../kinds/authorization-v1.generated.ts';

/** API group for the server's explanations of its own decisions. Group discovery does not list it. */
export const DEBUG_GROUP = 'debug.tabplane.dev';
export const DEBUG_VERSION = 'v1alpha1';
export const DEBUG_API_VERSION = `${DEBUG_GROUP}/${DEBUG_VERSION}`;

/** Like a SubjectAccessReview, but the status also explains the decision. Never stored. */
export interface AccessExplanation {
  readonly apiVersion: string;
  readonly kind: 'AccessExplanation';
  readonly metadata: object;
  readonly spec: SubjectAccessReviewSpec;
  readonly status?: AccessExplanationStatus;
}

export interface AccessExplanationStatus {
  readonly allowed: boolean;
  readonly reason?: string;
  readonly evaluationError?: string;
  /** The rules that grant the request, then those that come closest to it, closest first. */
  readonly considered: readonly ConsideredRule[];
  /** Every subject that is allowed the request: users and their service accounts first, system subjects last. */
  readonly subjects: readonly AllowedSubject[];
}

/** An object reference for display; `namespace` is absent for cluster-scoped objects. */
export interface NamedObject {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

export interface ConsideredRule {
  readonly binding: NamedObject;
  readonly role: NamedObject;
  readonly rule?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly granted: boolean;
  /** One sentence. */
  readonly why: string;
}

/** A binding subject, with those of its bindings that allow the request. */
export interface AllowedSubject extends NamedObject {
  readonly bindings: readonly Pick<ConsideredRule, 'binding' | 'role'>[];
}
