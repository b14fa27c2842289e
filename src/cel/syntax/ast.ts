import type { Value } from '../values/values.ts';

/**
 * An expression as it was parsed, its macros already expanded. `at` is where an error in it is shown: an offset into the
 * text, of the operator, the dot or the bracket rather than of the first letter, as cel-go has it.
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

/** `name{field: value}`: no message type is known to any environment here, so the fields matter to nobody. */
export interface MessageLiteral extends Located {
  readonly kind: 'message';
  readonly name: string;
}

/** What `all`, `exists`, `exists_one`, `map` and `filter` are written in terms of: a fold over a list or a map's keys. */
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

/** The name under which a fold's steps know what was gathered so far. */
export const ACCUMULATOR = '__result__';
