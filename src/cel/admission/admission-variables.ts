import type { MaybePromise } from '../../api/when-ready.ts';
import type { Activation } from '../evaluation/step.ts';
import {
  type AccessAnswer,
  type AccessQuestion,
  type AnswerAccess,
  authorizerValue,
  resourceCheckValue,
} from '../library/authorizer-library.ts';
import { DYN } from '../typing/types.ts';
import { fromJson } from '../values/json-values.ts';
import type { Value } from '../values/values.ts';

/** An admission request as plain JSON, for expressions, which does not change. */
export interface AdmissionInput {
  readonly object: unknown;
  readonly oldObject: unknown;
  /** An AdmissionRequest without its objects; empty members are omitted. */
  readonly request: unknown;
  readonly namespaceObject?: unknown;
  readonly params?: unknown;
  /** Attributes of `authorizer.requestResource`. */
  readonly requestResource: Pick<AccessQuestion, 'group' | 'resource' | 'subresource' | 'namespace' | 'name'>;
}

/** Asks the authorizer. */
export type AskAccess = (question: AccessQuestion) => Promise<AccessAnswer>;

/** Thrown when an expression makes an authorization check whose decision is not known yet. */
class Unanswered extends Error {
  readonly question: AccessQuestion;
  constructor(question: AccessQuestion) {
    super('the answer of the authorizer is not known yet');
    this.question = question;
  }
}

/**
 * Decisions of the authorizer for expressions. Expressions are synchronous, but authorizers are not. A check without a
 * known decision aborts the expression, which is evaluated again after the decision. This is safe, because expressions
 * have no side effects. It terminates, because the cost limit allows only a few checks.
 */
export class AccessAnswers {
  readonly #ask: AskAccess;
  readonly #answers = new Map<string, AccessAnswer>();

  constructor(ask: AskAccess) {
    this.#ask = ask;
  }

  readonly answer: AnswerAccess = (question) => {
    const known = this.#answers.get(JSON.stringify(question));
    if (!known) throw new Unanswered(question);
    return known;
  };

  /** Evaluates repeatedly until all authorization checks have decisions. Only waits for checks. */
  settle<T>(evaluate: () => T): MaybePromise<T> {
    try {
      return evaluate();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      const { question } = error;
      return this.#ask(question).then((answer) => {
        this.#answers.set(JSON.stringify(question), answer);
        return this.settle(evaluate);
      });
    }
  }
}

/** The members of an input as values, each converted once for all expressions. */
const converted = new WeakMap<AdmissionInput, Map<string, Value>>();

function convertedMembers(input: AdmissionInput): Map<string, Value> {
  let values = converted.get(input);
  if (!values) {
    values = new Map();
    converted.set(input, values);
  }
  return values;
}

/**
 * Returns the variables of admission expressions; `more` adds those of a policy. Values of the request and the
 * namespace have their JSON types even where the checker assumes others: times are strings.
 * @param answers undefined when there is no authorizer
 */
export function admissionActivation(
  input: AdmissionInput,
  answers: AccessAnswers | undefined,
  more?: Activation,
): Activation {
  const members = convertedMembers(input);
  return (name) => {
    const known = members.get(name);
    if (known !== undefined) return known;
    switch (name) {
      case 'object':
      case 'oldObject':
      case 'request':
      case 'namespaceObject':
      case 'params': {
        const value = fromJson(input[name], DYN);
        members.set(name, value);
        return value;
      }
      case 'authorizer':
        return answers && authorizerValue(answers.answer);
      case 'authorizer.requestResource':
        return answers && resourceCheckValue(input.requestResource, answers.answer);
      default:
        return more?.(name);
    }
  };
}
