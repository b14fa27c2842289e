import { Budget, OverBudget } from './evaluation/budget.ts';
import { PlanFailure, plan } from './evaluation/plan.ts';
import type { Activation, Step } from './evaluation/step.ts';
import type { Environment } from './expression-environment.ts';
import type { Expression } from './syntax/ast.ts';
import { parse } from './syntax/parser.ts';
import { errorsText, type SourceError } from './syntax/source-errors.ts';
import { type Checked, check } from './typing/checker.ts';
import { type Type, typeText } from './typing/types.ts';
import { Failure, type Value } from './values/values.ts';

/** Cost limit of one evaluation. */
export const EXPRESSION_COST_LIMIT = 1_000_000;

/** A compiled expression, or its compilation error with the real server's message. */
export type Compilation =
  | { readonly program: Program; readonly error?: undefined }
  /** `isInternal`: the expression is valid, but no program can be created from it. */
  | { readonly program?: undefined; readonly error: string; readonly isInternal?: boolean };

export interface Program {
  readonly text: string;
  readonly type: Type;
  readonly expression: Expression;
  readonly checked: Checked;
  /** Evaluates the expression; errors in it become a Failure. `cost` is the actual cost. */
  evaluate(activation: Activation, limit?: number): { readonly value: Value; readonly cost: number };
}

/** Returns the errors of an expression as cel-go formats them; undefined when there are none. */
export function expressionIssues(text: string, environment: Environment): string | undefined {
  const { expression, errors } = parse(text);
  const found = expression ? check(expression, environment).errors : errors;
  return found.length > 0 ? errorsText(text, found) : undefined;
}

/**
 * Returns the errors of an expression with their offsets; -1 is the whole expression.
 * @param results allowed result types; empty allows any
 */
export function expressionErrors(
  text: string,
  environment: Environment,
  results: readonly Type['kind'][],
): readonly SourceError[] {
  const { expression, errors } = parse(text);
  const found = expression ? check(expression, environment).errors : errors;
  if (found.length > 0) return found;
  const { error } = compileExpression(text, environment, results);
  return error === undefined ? [] : [{ at: -1, message: error }];
}

/** @param results allowed result types; empty allows any */
export function compileExpression(
  text: string,
  environment: Environment,
  results: readonly Type['kind'][],
): Compilation {
  const { expression, errors } = parse(text);
  if (!expression) return { error: `compilation failed: ${errorsText(text, errors)}` };
  const checked = check(expression, environment);
  if (checked.errors.length > 0) return { error: `compilation failed: ${errorsText(text, checked.errors)}` };
  if (results.length > 0 && !results.includes(checked.type.kind)) return { error: resultError(results) };
  try {
    return { program: programOf(text, expression, checked, plan(expression, environment)) };
  } catch (error) {
    if (error instanceof PlanFailure)
      return { error: `program instantiation failed: ${error.message}`, isInternal: true };
    throw error;
  }
}

function resultError(results: readonly Type['kind'][]): string {
  const names = results.map((kind) => (kind === 'null' ? 'null_type' : typeText({ kind } as Type)));
  return names.length === 1 ? `must evaluate to ${names[0]}` : `must evaluate to one of [${names.join(' ')}]`;
}

/** Deeply nested values can overflow the JavaScript stack, which Go does not limit. */
const isTooDeep = (error: unknown): boolean => error instanceof RangeError && /call stack/.test(error.message);

const programOf = (text: string, expression: Expression, checked: Checked, step: Step): Program => ({
  text,
  type: checked.type,
  expression,
  checked,
  evaluate(activation, limit = EXPRESSION_COST_LIMIT) {
    const budget = new Budget(limit);
    try {
      return { value: step({ activation, budget, slots: [] }), cost: budget.cost };
    } catch (error) {
      if (error instanceof OverBudget || isTooDeep(error)) {
        return { value: new Failure(new OverBudget().message), cost: budget.cost };
      }
      throw error;
    }
  },
});
