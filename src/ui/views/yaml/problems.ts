import type { YAMLError } from 'yaml';
import { ApiError } from '../../../client/api-error.ts';
import { fieldPosition, type TextRange } from './field-position.ts';
import type { TextFix } from './text-fix.ts';
import { readDocuments } from './yaml-text.ts';

/** What is wrong with a text, or worth knowing. */
export interface Problem {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** Path of the field that it is about; absent when it is about the whole object. */
  readonly field?: string | undefined;
  /** Which document of the text, counted from 0. */
  readonly document: number;
  /** Name of the trace that tells how the server came to it. */
  readonly trace?: string | undefined;
}
export interface LocatedProblem extends Problem {
  readonly range: TextRange;
  readonly fixes?: readonly TextFix[];
}

/** Causes that speak of a parameter of the request instead of a field of the object. */
const PARAMETERS = new Set(['fieldManager', 'dryRun', 'fieldValidation', 'patch', '<nil>', '']);

const UNKNOWN_FIELD = /(unknown|duplicate) field "((?:[^"\\]|\\.)*)"/g;
const LEADING_FIELD = /^([A-Za-z][\w-]*(?:\.[\w/-]+|\[[^\]]*\])+): /;

/** The problems that a refusal names: one for each field that it speaks of, else one with its message. */
export function problemsOfError(error: unknown, document = 0): Problem[] {
  const trace = error instanceof ApiError ? error.auditId : undefined;
  return namedProblems(error, document).map((problem) => (trace ? { ...problem, trace } : problem));
}

function namedProblems(error: unknown, document: number): Problem[] {
  if (!(error instanceof ApiError)) {
    return [{ severity: 'error', message: error instanceof Error ? error.message : String(error), document }];
  }
  const strict = Array.from(error.message.matchAll(UNKNOWN_FIELD), ([message, , field]) => ({ message, field }));
  if (strict.length > 0) return strict.map((problem) => ({ severity: 'error', document, ...problem }));
  const causes = (error.status.details?.causes ?? []).filter(({ field }) => !PARAMETERS.has(field ?? ''));
  if (causes.length === 0) return [{ severity: 'error', message: error.message, document }];
  return causes.map(({ field, message }) => ({
    severity: 'error',
    message: message ?? error.message,
    field,
    document,
  }));
}

/** A warning of the server, at the field that it names, if it does. */
export function problemOfWarning(message: string, document = 0): Problem {
  const field = [...message.matchAll(UNKNOWN_FIELD)][0]?.[2] ?? LEADING_FIELD.exec(message)?.[1];
  return { severity: 'warning', message, document, ...(field ? { field } : {}) };
}

/** Errors of the YAML itself, where they are. */
export function syntaxProblems(text: string): LocatedProblem[] {
  const { documents } = readDocuments(text);
  return documents.flatMap(({ errors }, document) => errors.map((error) => syntaxProblem(error, document)));
}

function syntaxProblem(error: YAMLError, document: number): LocatedProblem {
  const [from, to] = error.linePos ?? [{ line: 1, col: 1 }];
  const end = to ?? { line: from.line, col: from.col + 1 };
  return {
    severity: 'error',
    message: error.message.split(' at line ')[0] ?? error.message,
    document,
    range: { line: from.line, column: from.col, endLine: end.line, endColumn: end.col },
  };
}

const START: TextRange = { line: 1, column: 1, endLine: 1, endColumn: 2 };

/** Where problems stand in a text that may have been edited since. */
export function locateProblems(text: string, problems: readonly Problem[]): LocatedProblem[] {
  if (problems.length === 0) return [];
  const { documents, lines } = readDocuments(text);
  return problems.map((problem) => {
    const document = documents[problem.document];
    return { ...problem, range: document ? fieldPosition(document, lines, problem.field ?? '') : START };
  });
}
