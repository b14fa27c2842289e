import type { Value } from '../values/values.ts';

/**
 * A parsed expression with expanded macros. `at` is the offset at which errors are reported; like cel-go, it is the
 * operator, dot or bracket rather than the start of the expression.
 */
export type Expression =
  | Constant
  | Identifier
  | Select
  | Call
  | ListLiteral
  | MapLiteral
  | MessageLiteral
  | Comprehension;

interface Located {
  readonly at: number;
}

export interface Constant extends Located {
  readonly kind: 'constant';
  readonly value: Value;
}

export interface Identifier extends Located {
  readonly kind: 'identifier';
  readonly name: string;
}

export interface Select extends Located {
  readonly kind: 'select';
  readonly operand: Expression;
  readonly field: string;
  /** `has(operand.field)`. */
  readonly isTest: boolean;
}

/** Operators are calls of functions such as `_+_`. */
export interface Call extends Located {
  readonly kind: 'call';
  readonly function: string;
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
}

export interface ListLiteral extends Located {
  readonly kind: 'list';
  readonly elements: readonly Expression[];
}

export interface MapLiteral extends Located {
  readonly kind: 'map';
  readonly entries: readonly { readonly at: number; readonly key: Expression; readonly value: Expression }[];
}

/** `name{field: value}`. No environment declares message types, so the fields are discarded. */
export interface MessageLiteral extends Located {
  readonly kind: 'message';
  readonly name: string;
}

/** A fold over a list or the keys of a map, to which `all`, `exists`, `exists_one`, `map` and `filter` expand. */
export interface Comprehension extends Located {
  readonly kind: 'comprehension';
  readonly range: Expression;
  readonly variable: string;
  readonly initial: Expression;
  /** The fold ends early when this is false. */
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

/** Name of a fold's accumulator in its steps. */
export const ACCUMULATOR = '__result__';
