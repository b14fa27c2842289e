import { type Document, isCollection, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { errorText } from '../../api/error-text.ts';
import { type ApiObject, isRecord } from '../../api/object.ts';
import { compileExpression, type Program } from '../../cel/compile-expression.ts';
import type { Environment } from '../../cel/expression-environment.ts';
import { isApiPath } from '../api-path.ts';
import { CAUSES, compileCheck, expressionsIn, lessonEnvironment, mentionsCauses, REQUESTS } from '../expressions.ts';
import {
  CONTROL_ROLES,
  type Hint,
  type Lesson,
  type LessonCall,
  type LessonStep,
  type LessonTask,
  type Quiz,
  type StateSource,
} from '../lesson.ts';
import {
  anything,
  list,
  mapping,
  named,
  oneOf,
  optional,
  type Path,
  type PathProblem,
  type Read,
  required,
  text,
  truth,
  wholeNumber,
} from './lesson-reader.ts';

/** What is wrong with the file of a lesson. */
export interface LessonProblem {
  /** One-based. */
  readonly line: number;
  readonly message: string;
}

/** A lesson, or the problems of its file in the order of its lines. */
export type ReadLesson =
  | { readonly lesson: Lesson; readonly problems: readonly [] }
  | { readonly lesson?: undefined; readonly problems: readonly LessonProblem[] };

/** Largest file, in characters. */
export const MAXIMUM_LENGTH = 256 * 1024;
/** Mappings and lists inside each other. Code that handles values calls itself for each of them. */
const MAXIMUM_DEPTH = 100;
const MAXIMUM_NODES = 20;
const MAXIMUM_MINUTES = 240;
/** Number of values that aliases may repeat. */
const MAXIMUM_ALIASES = 100;
/** Number of problems that are collected. */
const MAXIMUM_PROBLEMS = 100;
const MAXIMUM_VARIABLES = 100;
const MAXIMUM_STEPS = 200;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Reads and checks a lesson: its fields, the expressions of its checks, and the addresses of its requests. */
export function readLesson(yaml: string): ReadLesson {
  if (yaml.length > MAXIMUM_LENGTH) return { problems: [{ line: 1, message: 'the file is larger than 256 KiB' }] };
  const lines = new LineCounter();
  const problems: PathProblem[] = [];
  let document: Document;
  let lesson: Lesson | undefined;
  try {
    // The check of the parser compares every pair of keys.
    document = parseDocument(yaml, { lineCounter: lines, logLevel: 'silent', uniqueKeys: false });
    const errors = [
      ...document.errors.map(({ message, pos }) => ({ message, at: pos[0] })),
      ...badCollections(document),
    ];
    if (errors.length > 0)
      return {
        problems: errors.slice(0, MAXIMUM_PROBLEMS).map(({ message, at }) => ({
          line: lines.linePos(at).line,
          message: message.split(' at line ')[0] ?? message,
        })),
      };
    lesson = lessonOf(document.toJS({ maxAliasCount: MAXIMUM_ALIASES }), (path, message) => {
      if (problems.length < MAXIMUM_PROBLEMS) problems.push({ path, message });
    });
  } catch (error) {
    return { problems: [{ line: 1, message: errorText(error) }] };
  }
  if (lesson && problems.length === 0) return { lesson, problems: [] };
  const lineOf = (path: Path): number => {
    for (let length = path.length; length > 0; length--) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  return {
    problems: problems
      .map(({ path, message }) => ({ line: lineOf(path), message }))
      .toSorted((one, other) => one.line - other.line),
  };
}

/** Returns the keys that their mapping already has, and the collections that are nested too deeply. */
function badCollections(document: Document): { readonly message: string; readonly at: number }[] {
  const bad: { message: string; at: number }[] = [];
  const checkDepth = (path: readonly unknown[], { range }: { range?: readonly number[] | null | undefined }) => {
    if (path.filter(isCollection).length < MAXIMUM_DEPTH) return undefined;
    bad.push({ message: `more than ${MAXIMUM_DEPTH} mappings and lists inside each other`, at: range?.[0] ?? 0 });
    return visit.SKIP;
  };
  visit(document, {
    Map: (_, map, path) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) bad.push({ message: 'Map keys must be unique', at: key.range?.[0] ?? 0 });
        seen.add(key.value);
      }
      return checkDepth(path, map);
    },
    Seq: (_, list, path) => checkDepth(path, list),
  });
  return bad;
}

const readObject: Read<ApiObject> = (value, path, report) => {
  const { apiVersion, kind, metadata } = isRecord(value) ? value : {};
  const isObject = [apiVersion, kind, isRecord(metadata) ? metadata.name : undefined].every(
    (field) => typeof field === 'string' && field !== '',
  );
  if (isObject) return value as unknown as ApiObject;
  report(path, 'an object needs apiVersion, kind and metadata.name');
  return undefined;
};

const SOURCE = mapping({ resource: required(text), namespace: optional(text), name: optional(text) });
const readSource: Read<StateSource> = (value, path, report) => present(SOURCE(value, path, report)) as StateSource;

const VARIABLE = /^[a-z][A-Za-z0-9]*$/;
const variableProblem = (name: string): string | undefined =>
  name === REQUESTS
    ? `${REQUESTS} is the variable with the recent requests; choose another name`
    : name === CAUSES
      ? `${CAUSES} is the variable with the causes of states; choose another name`
      : VARIABLE.test(name)
        ? undefined
        : `${name} is no name of a variable: letters and digits, beginning with a lower-case letter`;

const HEAD = mapping({
  title: required(text),
  summary: required(text),
  minutes: required(wholeNumber(1, MAXIMUM_MINUTES)),
  start: optional(mapping({ nodes: optional(wholeNumber(0, MAXIMUM_NODES)), objects: optional(list(readObject)) })),
  state: optional(named(readSource, variableProblem)),
  steps: required(list(anything, 1)),
});

function lessonOf(value: unknown, report: (path: Path, message: string) => void): Lesson | undefined {
  const head = HEAD(value, [], report);
  if (!head) return undefined;
  const { title = '', summary = '', minutes = 0, start, state = {}, steps = [] } = head;
  if (Object.keys(state).length > MAXIMUM_VARIABLES) {
    report(['state'], `state has more than ${MAXIMUM_VARIABLES} variables`);
    return undefined;
  }
  if (steps.length > MAXIMUM_STEPS) {
    report(['steps'], `steps has more than ${MAXIMUM_STEPS} items`);
    return undefined;
  }
  let readsCauses = false;
  const note = (expression: string): void => {
    readsCauses ||= mentionsCauses(expression);
  };
  const readStep = stepReader(lessonEnvironment(state), note);
  const read = steps.flatMap((step, index) => readStep(step, ['steps', index], report) ?? []);
  return {
    ...{ title, summary, minutes, state },
    start: { nodes: start?.nodes ?? 1, objects: start?.objects ?? [] },
    ...{ steps: read, readsCauses },
  };
}

/**
 * Returns a reader of steps, whose expressions have the variables of an environment.
 * @param note called with each expression
 */
function stepReader(environment: Environment, note: (expression: string) => void): Read<LessonStep> {
  const readCheck: Read<Program> = (value, path, report) => {
    const expression = text(value, path, report);
    if (expression === undefined) return undefined;
    note(expression);
    const { program, error } = compileCheck(expression, environment);
    if (!program) report(path, `check ${expressionProblem(error ?? '')}`);
    return program;
  };

  const checkTemplates = (value: string, path: Path, report: (path: Path, message: string) => void): void => {
    for (const expression of expressionsIn(value)) {
      note(expression);
      const { error } = compileExpression(expression, environment, []);
      if (error !== undefined) report(path, `{{${expression}}} ${expressionProblem(error)}`);
    }
  };

  const readPath: Read<string> = (value, path, report) => {
    const given = text(value, path, report);
    if (given === undefined) return undefined;
    checkTemplates(given, path, report);
    if (isApiPath(given)) return given;
    report(path, 'path must begin with /api/ or /apis/, and stay below it');
    return undefined;
  };

  const readBody: Read<unknown> = (value, path, report) => {
    checkTemplates(typeof value === 'string' ? value : JSON.stringify(value), path, report);
    return value;
  };

  const APPLY = mapping({ apply: required(list(readObject, 1)), as: optional(text) });
  const REQUEST = mapping({
    ...{ method: required(oneOf(METHODS)), path: required(readPath), type: optional(text) },
    ...{ body: optional(readBody), as: optional(text) },
  });
  const readCall: Read<LessonCall> = (value, path, report) =>
    present((isRecord(value) && 'apply' in value ? APPLY : REQUEST)(value, path, report)) as LessonCall;

  const WHY = mapping({ resource: required(text), namespace: optional(text), name: required(text) });
  const readHint: Read<Hint> = (value, path, report) => {
    if (!isRecord(value)) return text(value, path, report);
    const hint = mapping({ why: required(WHY) })(value, path, report);
    return hint?.why && ({ why: present(hint.why) } as Hint);
  };

  const TASK = mapping({
    ...{ text: required(text), check: required(readCheck), hint: optional(readHint) },
    solution: required(list(readCall, 1)),
  });
  const readTask: Read<LessonTask> = (value, path, report) => {
    const task = TASK(value, path, report);
    return task?.check && (present(task) as LessonTask);
  };

  const CONTROL = mapping({ role: required(oneOf(CONTROL_ROLES)), name: required(text) });
  const STEP = mapping({
    ...{ title: required(text), text: required(text), pointsAt: optional(CONTROL) },
    ...{ tasks: optional(list(readTask)), quiz: optional(readQuiz) },
  });
  return (value, path, report) => {
    const step = STEP(value, path, report);
    return step && (present({ ...step, tasks: step.tasks ?? [] }) as LessonStep);
  };
}

const ANSWER = mapping({ text: required(text), right: optional(truth), because: required(text) });
const QUIZ = mapping({ question: required(text), answers: required(list(ANSWER, 2)) });

const readQuiz: Read<Quiz> = (value, path, report) => {
  const { question = '', answers = [] } = QUIZ(value, path, report) ?? {};
  if (!answers.some(({ right }) => right === true)) report(path, 'quiz needs an answer with right: true');
  return {
    question,
    answers: answers.map(({ text: answer = '', right = false, because = '' }) => ({
      text: answer,
      isRight: right,
      because,
    })),
  };
};

/** Members without a value are left out. */
const present = (members: object | undefined): object | undefined =>
  members && Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Rewords an error of the compiler, whose first line is the error and whose others repeat the expression. */
const expressionProblem = (error: string): string =>
  `does not compile: ${error.replace(/^compilation failed: ERROR: <input>:\d+:\d+: /, '').split('\n')[0]}`;
