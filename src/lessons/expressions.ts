import type { Program } from '../cel/compile-expression.ts';
import { type Compilation, compileExpression } from '../cel/compile-expression.ts';
import { type Environment, withVariables } from '../cel/expression-environment.ts';
import { kubernetesEnvironment } from '../cel/kubernetes-libraries.ts';
import { DYN, listOf } from '../cel/typing/types.ts';
import { fromJson } from '../cel/values/json-values.ts';
import type { StateSource } from './lesson.ts';

/** The values of a lesson's variables: an object, null or a list by name, `requests` and `causes`. */
export type LessonValues = Readonly<Record<string, unknown>>;

/** The variable with the recent requests. */
export const REQUESTS = 'requests';

/** The variable with the causes of the states of the other variables' objects. */
export const CAUSES = 'causes';

/** Reports whether an expression may read the causes, which are requested only then. */
export const mentionsCauses = (expression: string): boolean => new RegExp(`\\b${CAUSES}\\b`).test(expression);

const LIST = listOf(DYN);

/** Returns the environment of a lesson's expressions. */
export const lessonEnvironment = (state: Readonly<Record<string, StateSource>>): Environment =>
  withVariables(kubernetesEnvironment(), {
    ...Object.fromEntries(Object.entries(state).map(([name, { name: one }]) => [name, one === undefined ? LIST : DYN])),
    [REQUESTS]: LIST,
    [CAUSES]: LIST,
  });

export const compileCheck = (text: string, environment: Environment): Compilation =>
  compileExpression(text, environment, ['bool', 'dyn']);

/** Reports whether a check holds. An error, such as a field that is missing, means that it does not. */
export const holds = (check: Program, values: LessonValues): boolean => evaluate(check, values) === true;

const evaluate = (program: Program, values: LessonValues): unknown =>
  program.evaluate((name) => fromJson(values[name], Array.isArray(values[name]) ? LIST : DYN)).value;

/** An expression neither spans lines nor opens another one, so that text with many braces is read once. */
const TEMPLATE = /\{\{((?:(?!\{\{|\}\}).)*)\}\}/g;

/** Returns the expressions in a text with `{{expression}}`. */
export const expressionsIn = (text: string): readonly string[] =>
  [...text.matchAll(TEMPLATE)].map(([, expression = '']) => expression.trim());

/** Replaces each `{{expression}}` of a text by its value: text, numbers and booleans, and nothing for all other values. */
export function fillIn(text: string, environment: Environment, values: LessonValues): string {
  return text.replaceAll(TEMPLATE, (_, expression: string) => {
    const { program } = compileExpression(expression.trim(), environment, []);
    const value = program && evaluate(program, values);
    return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean' ? String(value) : '';
  });
}
