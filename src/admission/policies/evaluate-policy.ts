import type { ValidatingAdmissionPolicy, Validation } from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { type AccessAnswers, type AdmissionInput, admissionActivation } from '../../cel/admission-variables.ts';
import type { Compilation } from '../../cel/compile-expression.ts';
import { judgeConditions, OUT_OF_BUDGET, resultError } from '../../cel/match-conditions.ts';
import type { Activation } from '../../cel/step.ts';
import { Failure, type Value } from '../../cel/values.ts';
import { type CompiledPolicy, type CompiledValidation, compilePolicy } from './compiled-policy.ts';
import { PolicyVariables } from './policy-variables.ts';

/** A validation that does not hold, or could not be evaluated. */
export interface Denial {
  readonly message: string;
  /** Of the answer; of failures, none. */
  readonly reason?: string;
  /** Of the validation in its policy. */
  readonly index: number;
}

/** What a policy says of one request with one parameter. */
export interface PolicyVerdict {
  /** Which condition left the policy out. */
  readonly unmetCondition?: string;
  readonly denials: readonly Denial[];
  readonly annotations: readonly { readonly key: string; readonly value: string }[];
  /** Audit annotations that failed: they refuse whatever the binding's actions are. */
  readonly annotationFailures: readonly string[];
  /** Failures that the policy passes over. */
  readonly ignored: readonly string[];
}

/** The most that the validations of a policy may cost together for one request. */
const COST_LIMIT = 10_000_000;
const MAXIMUM_MESSAGE_BYTES = 5 * 1024;

/** Evaluates everything a policy has to say about a request. */
export const evaluatePolicy = (
  policy: ValidatingAdmissionPolicy,
  input: AdmissionInput,
  answers: AccessAnswers,
): Promise<PolicyVerdict> => new Evaluation(policy, input, answers).verdict();

class Evaluation {
  readonly #policy: CompiledPolicy;
  readonly #isIgnoring: boolean;
  readonly #answers: AccessAnswers;
  readonly #input: AdmissionInput;
  readonly #activation: Activation;
  readonly #variables: PolicyVariables;
  #remaining = COST_LIMIT;

  constructor(policy: ValidatingAdmissionPolicy, input: AdmissionInput, answers: AccessAnswers) {
    this.#policy = compilePolicy(policy);
    this.#isIgnoring = policy.spec?.failurePolicy === 'Ignore';
    this.#answers = answers;
    this.#input = input;
    this.#variables = new PolicyVariables(this.#policy.variables, () => this.#activation);
    this.#activation = admissionActivation(input, answers, (name) =>
      name === 'variables' ? this.#variables : undefined,
    );
  }

  async verdict(): Promise<PolicyVerdict> {
    const nothing = { denials: [], annotations: [], annotationFailures: [], ignored: [] };
    const conditions = await this.#conditions();
    if (conditions.matches === false) return { ...nothing, unmetCondition: conditions.failedCondition };
    if (conditions.error !== undefined)
      return this.#isIgnoring
        ? { ...nothing, ignored: [conditions.error] }
        : { ...nothing, denials: [{ message: conditions.error, index: 0 }] };
    try {
      const { denials, ignored } = await this.#validations();
      this.#remaining = COST_LIMIT;
      return { denials, ...(await this.#annotations(ignored)) };
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
      const { message } = error;
      return this.#isIgnoring ? { ...nothing, ignored: [message] } : { ...nothing, denials: [{ message, index: 0 }] };
    }
  }

  /** Conditions do not see the namespace. */
  #conditions() {
    const { namespaceObject: _, ...input } = this.#input;
    return judgeConditions(this.#policy.conditions, admissionActivation(input, this.#answers), this.#answers);
  }

  async #validations(): Promise<{ denials: Denial[]; ignored: string[] }> {
    const denials: Denial[] = [];
    const ignored: string[] = [];
    for (const [index, validation] of this.#policy.validations.entries()) {
      const { value, error } = await this.#evaluate(validation.test, validation.validation.expression);
      if (error !== undefined && this.#isIgnoring) ignored.push(error);
      else if (error !== undefined) denials.push({ message: error, index });
      else if (value !== true) denials.push({ ...(await this.#denial(validation)), index });
    }
    return { denials, ignored };
  }

  async #denial({ validation, message }: CompiledValidation): Promise<{ message: string; reason: string }> {
    const said = message ? messageOf((await this.#evaluate(message, '')).value) : '';
    return { message: said || plainMessage(validation), reason: validation.reason ?? 'Invalid' };
  }

  async #annotations(ignored: readonly string[]): Promise<Omit<PolicyVerdict, 'denials'>> {
    const annotations: { key: string; value: string }[] = [];
    const failures: string[] = [];
    for (const { key, expression, value: compilation } of this.#policy.annotations) {
      const { value, error } = await this.#evaluate(compilation, expression);
      if (error !== undefined) failures.push(error);
      else if (typeof value === 'string' && value.trim() !== '') annotations.push({ key, value: value.trim() });
    }
    return this.#isIgnoring
      ? { annotations, annotationFailures: [], ignored: [...ignored, ...failures] }
      : { annotations, annotationFailures: failures, ignored };
  }

  /** @throws OutOfBudget when all expressions together have cost too much */
  async #evaluate(
    { program, error }: Compilation,
    expression: string,
  ): Promise<{ readonly value: Value; readonly error?: string }> {
    if (!program) return { value: null, error: `compilation error: ${error}` };
    const { value, cost } = await this.#answers.settle(() => program.evaluate(this.#activation));
    this.#remaining -= cost + this.#variables.takeCost();
    if (this.#remaining < 0) throw new OutOfBudget(OUT_OF_BUDGET);
    return value instanceof Failure ? { value, error: resultError(expression, value) } : { value };
  }
}

class OutOfBudget extends Error {}

/** Empty when it cannot be shown: another text, several lines or far too many. */
function messageOf(value: Value): string {
  const text = typeof value === 'string' ? value.trim() : '';
  return text.includes('\n') || new TextEncoder().encode(text).length > MAXIMUM_MESSAGE_BYTES ? '' : text;
}

const plainMessage = ({ message, expression }: Validation): string =>
  message ? message.trim() : `failed expression: ${expression.trim()}`;
