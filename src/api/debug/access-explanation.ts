import type { SubjectAccessReviewSpec } from '../kinds/authorization-v1.generated.ts';

/** The group of what the server tells of its own decisions, and its version. Discovery of all groups does not name it. */
export const DEBUG_GROUP = 'debug.tabplane.dev';
export const DEBUG_VERSION = 'v1alpha1';
export const DEBUG_API_VERSION = `${DEBUG_GROUP}/${DEBUG_VERSION}`;

/** A question like that of a SubjectAccessReview, answered with how the decision came about. Nothing is stored. */
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
  /** What granted it, then what missed it, the nearest first. */
  readonly considered: readonly ConsideredRule[];
  /** Every subject that may do what was asked; people and service accounts of users first, the system's last. */
  readonly subjects: readonly AllowedSubject[];
}

/** A reference as it is shown: objects without a namespace have none. */
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

/** A subject of bindings, and those of its bindings that allow what was asked. */
export interface AllowedSubject extends NamedObject {
  readonly bindings: readonly Pick<ConsideredRule, 'binding' | 'role'>[];
}
