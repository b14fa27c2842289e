import { utf8Length } from '../../api/encoding/utf8.ts';
import type { ValidatingAdmissionPolicy, Validation } from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { inTurn, type MaybePromise, orElse, whenReady } from '../../api/when-ready.ts';
import {
  type AccessAnswers,
  type AdmissionInput,
  admissionActivation,
} from '../../cel/admission/admission-variables.ts';
import { type ConditionsVerdict, judgeConditions } from '../../cel/admission/evaluate-match-conditions.ts';
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
): MaybePromise<PolicyVerdict> => new Evaluation(policy, input, answers).verdict();

/** The verdict of a policy that the request fulfills, and that has nothing to say. */
export const PASSED: PolicyVerdict = { denials: [], annotations: [], annotationFailures: [], ignored: [] };

/** The values of message expressions by validation, and why they do not count. */
interface Messages {
  readonly values: readonly (Value | undefined)[];
  readonly error?: string;
}

const NO_MESSAGES: Messages = { values: [] };

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

  verdict(): MaybePromise<PolicyVerdict> {
    return whenReady(this.#conditions(), (conditions) => {
      if (conditions.matches === false) return { ...PASSED, unmetCondition: conditions.failedCondition };
      if (conditions.error !== undefined) return this.#failed(conditions.error);
      return orElse(
        () => this.#evaluated(),
        (error) => {
          if (!(error instanceof OutOfBudget)) throw error;
          return this.#failed(error.message);
        },
      );
    });
  }

  #evaluated(): MaybePromise<PolicyVerdict> {
    return whenReady(this.#validations(), ({ denials, ignored }): MaybePromise<PolicyVerdict> => {
      if (this.#policy.annotations.length > 0)
        return this.#annotations(ignored).then((annotated) => ({ denials, ...annotated }));
      return denials.length + ignored.length > 0 ? { ...PASSED, denials, ignored } : PASSED;
    });
  }

  /** A failed condition ends the evaluation. */
  #failed(message: string): PolicyVerdict {
    return this.#isIgnoring ? { ...PASSED, ignored: [message] } : { ...PASSED, denials: [{ message, index: 0 }] };
  }

  /** Match conditions have no `namespaceObject`. */
  #conditions(): MaybePromise<ConditionsVerdict> {
    const { conditions } = this.#policy;
    if (conditions.length === 0) return { matches: true };
    const { namespaceObject: _, ...input } = this.#input;
    return judgeConditions(conditions, admissionActivation(input, this.#answers), this.#answers);
  }

  #round(budget: number, authorizer: 'present' | 'absent'): ExpressionRound {
    const { variables } = this.#policy;
    return new ExpressionRound({ variables, input: this.#input, answers: this.#answers, budget, authorizer });
  }

  #validations(): MaybePromise<{ denials: Denial[]; ignored: string[] }> {
    const round = this.#round(COST_LIMIT, 'present');
    const outcomes: Outcome[] = [];
    const evaluated = inTurn(this.#policy.validations, ({ test, validation }) =>
      whenReady(round.evaluate(test, validation.expression), (outcome) => void outcomes.push(outcome)),
    );
    return whenReady(evaluated, () =>
      whenReady(this.#policy.hasMessages ? this.#messages(round.remaining) : NO_MESSAGES, (messages) =>
        this.#judged(outcomes, messages),
      ),
    );
  }

  #judged(outcomes: readonly Outcome[], messages: Messages): { denials: Denial[]; ignored: string[] } {
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
  async #messages(budget: number): Promise<Messages> {
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
