import { type LineCounter, visit, type YAMLError } from 'yaml';
import { errorText } from '../../../../api/error-text.ts';
import { ApiError } from '../../../../client/api-error.ts';
import { readDocuments, type YamlDocument } from '../yaml-documents.ts';
import type { TextRange } from './field-position.ts';
import { type NamedField, namedFields } from './named-fields.ts';
import type { TextFix } from './text-fix.ts';

/** A problem in a text, or a note. */
export interface Problem extends NamedField {
  readonly severity: 'error' | 'warning' | 'info';
  /** Zero-based index of the document in the text. */
  readonly document: number;
  /** Name of the request's trace. */
  readonly trace?: string | undefined;
}
export interface LocatedProblem extends Problem {
  readonly range: TextRange;
  readonly fixes?: readonly TextFix[];
}

/** Request parameters, which causes report like fields. */
const PARAMETERS = new Set(['fieldManager', 'dryRun', 'fieldValidation', 'patch']);

/** Names of the whole object in causes. */
const WHOLE_OBJECT = new Set(['', '<nil>']);

/** Returns the problems of an error: one per field, or one with the message. */
export function problemsOfError(error: unknown, document = 0): Problem[] {
  const trace = error instanceof ApiError ? error.auditId : undefined;
  return namedProblems(error, document).map((problem) => (trace ? { ...problem, trace } : problem));
}

function namedProblems(error: unknown, document: number): Problem[] {
  const errorAt = (named: NamedField): Problem => ({ severity: 'error', document, ...named });
  if (!(error instanceof ApiError)) return [errorAt({ message: errorText(error) })];
  const causes = (error.status.details?.causes ?? []).filter(({ field = '' }) => !PARAMETERS.has(field));
  if (causes.every(({ field = '' }) => WHOLE_OBJECT.has(field))) return namedFields(error.message).map(errorAt);
  return causes.map(({ field = '', message = error.message }) =>
    errorAt(WHOLE_OBJECT.has(field) ? { message } : { message, field }),
  );
}

/** Returns the problems of a warning, at its fields if it names any. */
export const problemsOfWarning = (message: string, document = 0): Problem[] =>
  namedFields(message).map((named) => ({ severity: 'warning', document, ...named }));

/** Returns the syntax errors of YAML with their positions. */
export function syntaxProblems(text: string): LocatedProblem[] {
  const { documents, lines } = readDocuments(text);
  return documents.flatMap((parsed, document) =>
    parsed.errors.length > 0
      ? parsed.errors.map((error) => syntaxProblem(error, document))
      : aliasProblems(parsed, document, lines),
  );
}

/** Returns problems for aliases of unknown anchors. */
function aliasProblems(parsed: YamlDocument, document: number, lines: LineCounter): LocatedProblem[] {
  const problems: LocatedProblem[] = [];
  visit(parsed, {
    Alias: (_, alias) => {
      if (alias.resolve(parsed)) return;
      const { line, col } = lines.linePos(alias.range?.[0] ?? 0);
      const range = { line, column: col, endLine: line, endColumn: col + alias.source.length + 1 };
      problems.push({ severity: 'error', message: `Unknown anchor '${alias.source}' referenced`, document, range });
    },
  });
  return problems;
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
