import { type LineCounter, visit, type YAMLError } from 'yaml';
import { errorText } from '../../../../api/error-text.ts';
import { ApiError } from '../../../../client/api-error.ts';
import { readDocuments, type YamlDocument } from '../yaml-documents.ts';
import type { TextRange } from './field-position.ts';
import { type NamedField, namedFields } from './named-fields.ts';
import type { TextFix } from './text-fix.ts';

/** What is wrong with a text, or worth knowing. */
export interface Problem extends NamedField {
  readonly severity: 'error' | 'warning' | 'info';
  /** Zero-based index of the document in the text. */
  readonly document: number;
  /** Name of the trace that tells how the server came to it. */
  readonly trace?: string | undefined;
}
export interface LocatedProblem extends Problem {
  readonly range: TextRange;
  readonly fixes?: readonly TextFix[];
}

/** Parameters of the request, which causes name like fields. */
const PARAMETERS = new Set(['fieldManager', 'dryRun', 'fieldValidation', 'patch']);

/** How causes name the whole object. */
const WHOLE_OBJECT = new Set(['', '<nil>']);

/** The problems that a refusal names: one for each field that it speaks of, else one with its message. */
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

/** A warning of the server, at the field that it names, if it does. */
export const problemsOfWarning = (message: string, document = 0): Problem[] =>
  namedFields(message).map((named) => ({ severity: 'warning', document, ...named }));

/** Errors of the YAML itself, where they are. */
export function syntaxProblems(text: string): LocatedProblem[] {
  const { documents, lines } = readDocuments(text);
  return documents.flatMap((parsed, document) =>
    parsed.errors.length > 0
      ? parsed.errors.map((error) => syntaxProblem(error, document))
      : aliasProblems(parsed, document, lines),
  );
}

/** Aliases of anchors that no earlier node has. */
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
