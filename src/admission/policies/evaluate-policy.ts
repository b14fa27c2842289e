import { utf8Length } from '../../api/encoding/utf8.ts';
import type { ValidatingAdmissionPolicy, Validation } from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import {
  type AccessAnswers,
  type AdmissionInput,
  admissionActivation,
} from '../../cel/admission/admission-variables.ts';
import { judgeConditions } from '../../cel/admission/evaluate-match-conditions.ts';
import type { Value } from '../../cel/values/values.ts';
import { type CompiledPolicy, type CompiledValidation, compilePolicy } from './compiled-policy.ts';
import { ExpressionRound, type Outcome, OutOfBudget } from './expression-round.ts';

/** A validation that evaluated to false or failed. */
export interface Denial {
  readonly message: string;
  /** The reason of the response. Failures have none. */
  readonly reason?: string;
  /** The index of the validation in its policy. */
  readonly index: number;
}

/** The result of a policy for one request and one parameter. */
export interface PolicyVerdict {
  /** The match condition that excluded the request. */
  readonly unmetCondition?: string;
  readonly denials: readonly Denial[];
  readonly annotations: readonly { readonly key: string; readonly value: string }[];
  /** Failed audit annotations. They deny the request regardless of the binding's actions. */
  readonly annotationFailures: readonly string[];
  /** Failures that failurePolicy ignores. */
  readonly ignored: readonly string[];
}

/** The cost limit of all validations of a policy for one request. */
const COST_LIMIT = 10_000_000;
const MAXIMUM_MESSAGE_BYTES = 5 * 1024;

/** Evaluates all expressions of a policy for a request. */
export const evaluatePolicy = (
  policy: ValidatingAdmissionPolicy,
  input: AdmissionInput,
  answers: AccessAnswers,
): Promise<PolicyVerdict> => new Evaluation(policy, input, answers).verdict();

const NOTHING: PolicyVerdict = { denials: [], annotations: [], annotationFailures: [], ignored: [] };

class Evaluation {
  readonly #policy: CompiledPolicy;
  readonly #isIgnoring: boolean;
  readonly #answers: AccessAnswers;
  readonly #input: AdmissionInput;

  constructor(policy: ValidatingAdmissionPolicy, input: AdmissionInput, answers: AccessAnswers) {
    this.#policy = compilePolicy(policy);
    this.#isIgnoring = policy.spec?.failurePolicy === 'Ignore';
    this.#answers = answers;
    this.#input = input;
  }

  async verdict(): Promise<PolicyVerdict> {
    const conditions = await this.#conditions();
    if (conditions.matches === false) return { ...NOTHING, unmetCondition: conditions.failedCondition };
    if (conditions.error !== undefined) return this.#failed(conditions.error);
    try {
      const { denials, ignored } = await this.#validations();
      return { denials, ...(await this.#annotations(ignored)) };
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
      return this.#failed(error.message);
    }
  }

  /** A failed condition ends the evaluation. */
  #failed(message: string): PolicyVerdict {
    return this.#isIgnoring ? { ...NOTHING, ignored: [message] } : { ...NOTHING, denials: [{ message, index: 0 }] };
  }

  /** Match conditions have no `namespaceObject`. */
  #conditions() {
    const { namespaceObject: _, ...input } = this.#input;
    return judgeConditions(this.#policy.conditions, admissionActivation(input, this.#answers), this.#answers);
  }

  #round(budget: number, authorizer: 'present' | 'absent'): ExpressionRound {
    const { variables } = this.#policy;
    return new ExpressionRound({ variables, input: this.#input, answers: this.#answers, budget, authorizer });
  }

  async #validations(): Promise<{ denials: Denial[]; ignored: string[] }> {
    const round = this.#round(COST_LIMIT, 'present');
    const outcomes: Outcome[] = [];
    for (const { test, validation } of this.#policy.validations) {
      outcomes.push(await round.evaluate(test, validation.expression));
    }
    const messages = await this.#messages(round.remaining);
    const denials: Denial[] = [];
    const ignored: string[] = [];
    for (const [index, { value, error = messages.error }] of outcomes.entries()) {
      const validation = this.#policy.validations[index];
      if (error !== undefined && this.#isIgnoring) ignored.push(error);
      else if (error !== undefined) denials.push({ message: error, index });
      else if (value !== true && validation) denials.push({ ...denialOf(validation, messages.values[index]), index });
    }
    return { denials, ignored };
  }

  /**
   * Evaluates the message expressions of all validations, even of those that passed. They share the budget that the
   * validations left over. When it runs out, no validation counts as evaluated.
   */
  async #messages(budget: number): Promise<{ values: (Value | undefined)[]; error?: string }> {
    const round = this.#round(budget, 'absent');
    const values: (Value | undefined)[] = [];
    try {
      for (const { message } of this.#policy.validations) {
        values.push(message && (await round.evaluate(message, '')).value);
      }
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
      return { values, error: `failed messageExpression: ${error.message}` };
    }
    return { values };
  }

  /** Audit annotations may mention `authorizer` but evaluate without one. */
  async #annotations(ignored: readonly string[]): Promise<Omit<PolicyVerdict, 'denials'>> {
    const round = this.#round(COST_LIMIT, 'absent');
    const annotations: { key: string; value: string }[] = [];
    const failures: string[] = [];
    for (const { key, expression, value: compilation } of this.#policy.annotations) {
      const { value, error } = await round.evaluate(compilation, expression);
      if (error !== undefined) failures.push(error);
      else if (typeof value === 'string' && value.trim() !== '') annotations.push({ key, value: value.trim() });
    }
    return this.#isIgnoring
      ? { annotations, annotationFailures: [], ignored: [...ignored, ...failures] }
      : { annotations, annotationFailures: failures, ignored };
  }
}

function denialOf({ validation }: CompiledValidation, said: Value | undefined): { message: string; reason: string } {
  return { message: messageOf(said) || plainMessage(validation), reason: validation.reason ?? 'Invalid' };
}

/** Returns the message; an empty string when it is not a string, has several lines or is too long. */
function messageOf(value: Value | undefined): string {
  const text = typeof value === 'string' ? value.trim() : '';
  return text.includes('\n') || utf8Length(text) > MAXIMUM_MESSAGE_BYTES ? '' : text;
}

const plainMessage = ({ message, expression }: Validation): string =>
  message?.trim() || `failed expression: ${expression.trim()}`;
