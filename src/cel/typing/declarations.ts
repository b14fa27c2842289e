import type { Budget } from '../evaluation/budget.ts';
import type { Value } from '../values/values.ts';
import { parseType, splitTypes, type Type } from './types.ts';

/** One overload of a function. */
export interface Overload {
  /** Whether it is called as a method of its first parameter: `x.f(y)`. */
  readonly isMember: boolean;
  readonly parameters: readonly Type[];
  readonly result: Type;
  /** Whether it has type parameters. */
  readonly isGeneric: boolean;
  readonly evaluate: Evaluate | undefined;
}

/** Evaluates a call; the arguments have the types of the overload. */
export type Evaluate = (args: readonly Value[], budget: Budget) => Value;

export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** Set for functions that distinguish their overloads by the values themselves. */
  readonly evaluate?: Evaluate;
}

/** A declaration; `types` has the form `string, list(T): bool`. */
export interface Written {
  readonly name: string;
  readonly types: string;
  readonly isMember: boolean;
  readonly evaluate: Evaluate | undefined;
  readonly isShared?: boolean;
}

/** Declares a function `f(x, y)`. */
export const global = (name: string, types: string, evaluate: Evaluate): Written => ({
  name,
  types,
  isMember: false,
  evaluate,
});

/** Declares a method `x.f(y)`; the first type is that of `x`. */
export const member = (name: string, types: string, evaluate: Evaluate): Written => ({
  name,
  types,
  isMember: true,
  evaluate,
});

/** Declares an operator with one implementation for all its types. */
export const operator = (name: string, types: readonly string[], evaluate: Evaluate): readonly Written[] =>
  types.map((written) => ({ name, types: written, isMember: false, evaluate, isShared: true }));

export function readDeclarations(written: Iterable<Written>): ReadonlyMap<string, FunctionDeclaration> {
  const functions = new Map<string, { name: string; overloads: Overload[]; evaluate?: Evaluate }>();
  const types = new Map<string, Type>();
  const typeOf = (text: string): Type => {
    const type = types.get(text) ?? parseType(text);
    types.set(text, type);
    return type;
  };
  for (const { name, types: signature, isMember, evaluate, isShared } of written) {
    const entry = functions.get(name) ?? { name, overloads: [] };
    const at = signature.lastIndexOf(': ');
    const overload: Overload = {
      isMember,
      parameters: splitTypes(signature.slice(0, at)).map(typeOf),
      result: typeOf(signature.slice(at + 2)),
      isGeneric: /\b[A-Z]\b/.test(signature),
      evaluate,
    };
    entry.overloads.push(overload);
    if (isShared && evaluate) entry.evaluate = evaluate;
    functions.set(name, entry);
  }
  return functions;
}
