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

/** What a request is, for the expressions about it. Everything is plain JSON. */
export interface AdmissionInput {
  readonly object: unknown;
  readonly oldObject: unknown;
  /** An AdmissionRequest without its objects; empty members are left out. */
  readonly request: unknown;
  readonly namespaceObject?: unknown;
  readonly params?: unknown;
  /** What `authorizer.requestResource` asks about. */
  readonly requestResource: Pick<AccessQuestion, 'group' | 'resource' | 'subresource' | 'namespace' | 'name'>;
}

/** Decides about one question. */
export type AskAccess = (question: AccessQuestion) => Promise<AccessAnswer>;

/** Thrown where an expression asks something that is not known yet. */
class Unanswered extends Error {
  readonly question: AccessQuestion;
  constructor(question: AccessQuestion) {
    super('a question to the authorizer is not answered yet');
    this.question = question;
  }
}

/**
 * The answers of the authorizer to what expressions ask. Expressions are evaluated at once and authorizers answer later:
 * an expression that asks something new is given up, and evaluated again when the answer is there. It has no effects and
 * the cost of a question lets it ask but a few, so this ends soon.
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

  /** Evaluates until everything that is asked is answered. */
  async settle<T>(evaluate: () => T): Promise<T> {
    for (;;) {
      try {
        return evaluate();
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        this.#answers.set(JSON.stringify(error.question), await this.#ask(error.question));
      }
    }
  }
}

/**
 * The values of the variables that expressions about a request may name; `more` are the policy's own. What the request
 * and the namespace hold has the types that it has in JSON, whatever the checker was told of them: times are texts.
 * @param answers absent where there is no authorizer
 */
export function admissionActivation(
  input: AdmissionInput,
  answers: AccessAnswers | undefined,
  more?: Activation,
): Activation {
  const values = new Map<string, Value>();
  const make: Readonly<Record<string, () => Value | undefined>> = {
    object: () => fromJson(input.object, DYN),
    oldObject: () => fromJson(input.oldObject, DYN),
    request: () => fromJson(input.request, DYN),
    namespaceObject: () => fromJson(input.namespaceObject, DYN),
    params: () => fromJson(input.params, DYN),
    authorizer: () => answers && authorizerValue(answers.answer),
    'authorizer.requestResource': () => answers && resourceCheckValue(input.requestResource, answers.answer),
  };
  return (name) => {
    const known = values.get(name);
    if (known !== undefined) return known;
    const value = (make[name] ?? more)?.(name);
    if (value !== undefined) values.set(name, value);
    return value;
  };
}
