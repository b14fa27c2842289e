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
  /** What the expressions of the round may cost together. */
  readonly budget: number;
  /** Whether the round knows the authorizer; the variables of the policy know no more than it does. */
  readonly authorizer: 'asked' | 'absent';
}

/** What became of an expression. */
export interface Outcome {
  readonly value: Value;
  readonly error?: string;
}

/** Ends a round: all its expressions together have cost too much. */
export class OutOfBudget extends Error {
  constructor() {
    super(OUT_OF_BUDGET);
  }
}

/** Expressions of one sort (validations, messages, annotations): each sort computes the variables anew, once. */
export class ExpressionRound {
  readonly #answers: AccessAnswers;
  readonly #variables: PolicyVariables;
  readonly #activation: Activation;
  #remaining: number;

  constructor({ variables, input, answers, budget, authorizer }: RoundParts) {
    this.#answers = answers;
    this.#remaining = budget;
    this.#variables = new PolicyVariables(variables, () => this.#activation);
    const asked = authorizer === 'asked' ? answers : undefined;
    this.#activation = admissionActivation(input, asked, (name) =>
      name === 'variables' ? this.#variables : undefined,
    );
  }

  /** What is left of the budget. */
  get remaining(): number {
    return this.#remaining;
  }

  /** @throws OutOfBudget */
  async evaluate({ program, error }: Compilation, expression: string): Promise<Outcome> {
    if (!program) return { value: null, error: `compilation error: ${error}` };
    const { value, cost } = await this.#answers.settle(() => program.evaluate(this.#activation));
    this.#remaining -= cost + this.#variables.takeCost();
    if (this.#remaining < 0) throw new OutOfBudget();
    return value instanceof Failure ? { value, error: resultError(expression, value) } : { value };
  }
}
