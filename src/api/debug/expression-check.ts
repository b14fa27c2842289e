import type { ApiObject } from '../object.ts';

/**
 * Checks the CEL expressions of an object, and says what can be written at a place of one. The object is a custom
 * resource definition, a ValidatingAdmissionPolicy or a webhook configuration; it may be incomplete and is not stored.
 */
export interface ExpressionCheck {
  readonly apiVersion: string;
  readonly kind: 'ExpressionCheck';
  readonly metadata: object;
  readonly spec: ExpressionCheckSpec;
  readonly status?: ExpressionCheckStatus;
}

export interface ExpressionCheckSpec {
  readonly object: ApiObject;
  /** The place that `completions` and `description` are about. */
  readonly cursor?: {
    readonly path: ExpressionPath;
    /** In UTF-16 units, from zero. */
    readonly offset: number;
  };
}

/** Members and indexes that lead to an expression, such as `spec`, `validations`, `0`, `expression`. */
export type ExpressionPath = readonly (string | number)[];

export interface ExpressionCheckStatus {
  /** Empty for an object that cannot be read. */
  readonly expressions: readonly CheckedExpression[];
  /** Why the object cannot be read, as is usual while somebody types. */
  readonly error?: string;
  readonly completions?: readonly ExpressionCompletion[];
  readonly description?: WordDescription;
}

export interface CheckedExpression {
  readonly path: ExpressionPath;
  /** Errors for which the server rejects the object or the expression fails. */
  readonly errors: readonly ExpressionProblem[];
  /** Type errors for kinds that a policy or webhook matches. Each message begins with the kind. */
  readonly warnings: readonly ExpressionProblem[];
}

export interface ExpressionProblem {
  /** Offset into the expression in UTF-16 units, from zero; absent for the whole expression. */
  readonly offset?: number;
  /** The message of the server's compiler. */
  readonly message: string;
}

/** Something that can be written at a place of an expression. */
export interface ExpressionCompletion {
  readonly label: string;
  readonly kind: 'variable' | 'field' | 'function' | 'macro';
  /** Its type, or the signature of a function. */
  readonly type: string;
}

/** What a word of an expression is. */
export interface WordDescription {
  /** Offsets of the word in UTF-16 units; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** `self.replicas: int`, or the signatures of a function, one a line. */
  readonly text: string;
}
