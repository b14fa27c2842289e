import { type MaybePromise, whenReady } from '../../api/when-ready.ts';
import {
  type AccessAnswers,
  type AdmissionInput,
  admissionActivation,
} from '../../cel/admission/admission-variables.ts';
import { OUT_OF_BUDGET, resultError } from '../../cel/admission/evaluate-match-conditions.ts';
import type { Compilation } from '../../cel/compile-expression.ts';
import type { Activation } from '../../cel/evaluation/step.ts';
import { Failure, type Value } from '../../cel/values/values.ts';
import { PolicyVariables } from './policy-variables.ts';

interface RoundParts {
  readonly variables: ReadonlyMap<string, Compilation>;
  readonly input: AdmissionInput;
  readonly answers: AccessAnswers;
  /** The cost limit of all expressions of the round. */
  readonly budget: number;
  /** Whether expressions of the round have `authorizer`. The policy's variables have it under the same condition. */
  readonly authorizer: 'present' | 'absent';
}

/** The result of an expression. */
export interface Outcome {
  readonly value: Value;
  readonly error?: string;
}

/** Ends a round whose expressions together exceed the budget. */
export class OutOfBudget extends Error {
  constructor() {
    super(OUT_OF_BUDGET);
  }
}

/**
 * Evaluates expressions of one type (validations, messages, annotations). Each round computes the variables again,
 * once.
 */
export class ExpressionRound {
  readonly #answers: AccessAnswers;
  /** Undefined for a policy without variables. */
  readonly #variables: PolicyVariables | undefined;
  readonly #activation: Activation;
  #remaining: number;

  constructor({ variables, input, answers, budget, authorizer }: RoundParts) {
    this.#answers = answers;
    this.#remaining = budget;
    this.#variables = variables.size > 0 ? new PolicyVariables(variables, () => this.#activation) : undefined;
    const authorizerAnswers = authorizer === 'present' ? answers : undefined;
    this.#activation = admissionActivation(input, authorizerAnswers, (name) =>
      name === 'variables' ? this.#variables : undefined,
    );
  }

  /** The remaining budget. */
  get remaining(): number {
    return this.#remaining;
  }

  /** @throws OutOfBudget */
  evaluate({ program, error }: Compilation, expression: string): MaybePromise<Outcome> {
    if (!program) return { value: null, error: `compilation error: ${error}` };
    const evaluated = this.#answers.settle(() => program.evaluate(this.#activation));
    return whenReady(evaluated, ({ value, cost }): Outcome => {
      this.#remaining -= cost + (this.#variables?.takeCost() ?? 0);
      if (this.#remaining < 0) throw new OutOfBudget();
      return value instanceof Failure ? { value, error: resultError(expression, value) } : { value };
    });
  }
}
