import type { Compilation } from '../compile-expression.ts';
import type { Activation } from '../evaluation/step.ts';
import { Failure, type Value } from '../values/values.ts';
import { compileMatchCondition } from './admission-environment.ts';
import { AccessAnswers, type AdmissionInput, type AskAccess, admissionActivation } from './admission-variables.ts';

export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/** Combined result of the conditions: one false condition excludes the request, regardless of errors in the others. */
export type ConditionsVerdict =
  | { readonly matches: true; readonly error?: undefined }
  | { readonly matches: false; readonly failedCondition: string; readonly error?: undefined }
  /** `error` has the real server's message; the failure policy decides its effect. */
  | { readonly matches: undefined; readonly error: string };

const COST_LIMIT = 2_500_000;
export const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run';

/** Evaluates the match conditions of a webhook. */
export const evaluateMatchConditions = async (
  conditions: readonly MatchCondition[],
  input: AdmissionInput,
  ask: AskAccess,
): Promise<ConditionsVerdict> => {
  const answers = new AccessAnswers(ask);
  const compiled = conditions.map((condition) => ({
    condition,
    compilation: compileMatchCondition(condition.expression),
  }));
  return judgeConditions(compiled, admissionActivation(input, answers), answers);
};

/** Evaluates compiled conditions. All are evaluated, and cost budget, even after one is false. */
export async function judgeConditions(
  conditions: readonly { readonly condition: MatchCondition; readonly compilation: Compilation }[],
  activation: Activation,
  answers: AccessAnswers,
): Promise<ConditionsVerdict> {
  const errors: string[] = [];
  let failedCondition: string | undefined;
  let remaining = COST_LIMIT;
  for (const { condition, compilation } of conditions) {
    const { program } = compilation;
    if (!program) {
      errors.push(`compilation error: ${compilation.error}`);
      continue;
    }
    const { value, cost } = await answers.settle(() => program.evaluate(activation));
    if (cost > remaining) return { matches: undefined, error: OUT_OF_BUDGET };
    remaining -= cost;
    if (value === false) failedCondition ??= condition.name;
    else if (value !== true) errors.push(resultError(condition.expression, value));
  }
  if (failedCondition !== undefined) return { matches: false, failedCondition };
  return errors.length === 0 ? { matches: true } : { matches: undefined, error: joinErrors(errors) };
}

/** Returns the error message for an expression without a boolean value. */
export const resultError = (expression: string, value: Value): string =>
  `expression '${expression}' resulted in error: ${value instanceof Failure ? value.message : 'no such overload'}`;

/** Joins errors like Kubernetes' aggregate errors. */
const joinErrors = (errors: readonly string[]): string => {
  const [first = '', ...others] = [...new Set(errors)];
  return others.length === 0 ? first : `[${[first, ...others].join(', ')}]`;
};
