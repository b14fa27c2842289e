import { isCollection, type LineCounter } from 'yaml';
import { readDocuments, type YamlDocument, type YamlDocuments } from '../yaml-documents.ts';
import { type FieldHints, fieldPosition, findField, type TextRange } from './field-position.ts';
import type { LocatedProblem, Problem } from './problems.ts';

const START: TextRange = { line: 1, column: 1, endLine: 1, endColumn: 2 };

/** Problems and the text that was validated. */
export interface Answers {
  readonly text: string;
  readonly problems: readonly Problem[];
}

/**
 * Locates problems in a text that may have changed since it was validated. Leaves out a problem when its value has
 * changed or its document is another object now.
 */
export function locateProblems({ text: judgedText, problems }: Answers, text: string): LocatedProblem[] {
  if (problems.length === 0) return [];
  const now = readDocuments(text);
  const judged = judgedText === text ? now : readDocuments(judgedText);
  return problems.flatMap((problem) => {
    const before = judged.documents[problem.document];
    if (!before) return judgedText === text ? [{ ...problem, range: START }] : [];
    const index = indexOfDocument(judged, now, problem.document);
    const after = now.documents[index];
    const field = fieldOf(problem, before);
    if (!after || valueText(before, field, problem) !== valueText(after, field, problem)) return [];
    return [{ ...problem, field, document: index, range: rangeOf(problem, field, after, now.lines) }];
  });
}

/** Returns the current index of an object's document; -1 when it is gone. */
function indexOfDocument(judged: YamlDocuments, now: YamlDocuments, index: number): number {
  const identityAt = ({ documents }: YamlDocuments, at: number) => documents[at] && identityOf(documents[at]);
  const identity = identityAt(judged, index);
  return identityAt(now, index) === identity ? index : now.documents.findIndex((one) => identityOf(one) === identity);
}

const IDENTITY = [['apiVersion'], ['kind'], ['metadata', 'namespace'], ['metadata', 'name']];

function identityOf(document: YamlDocument): string {
  const values = IDENTITY.map((path) => (isCollection(document.contents) ? document.getIn(path) : undefined));
  return JSON.stringify(values);
}

/** Returns which of a problem's two possible paths the document contains. */
function fieldOf({ field = '', otherField }: Problem, document: YamlDocument): string {
  const isWritten = (path: string) => findField(document, path).rest === '';
  return otherField !== undefined && !isWritten(field) && isWritten(otherField) ? otherField : field;
}

/** Returns the value of a problem's field, or of the nearest ancestor with the missing rest of the path. */
function valueText(document: YamlDocument, field: string, hints: FieldHints): string {
  const { value, rest } = findField(document, field, hints);
  try {
    return JSON.stringify([rest, value?.toJS(document)]);
  } catch {
    return ''; // An alias without an anchor, as while typing.
  }
}

function rangeOf(problem: Problem, field: string, document: YamlDocument, lines: LineCounter): TextRange {
  if (problem.line === undefined) return fieldPosition(document, lines, field, problem);
  const line = lines.linePos(document.contents?.range[0] ?? 0).line + problem.line - 1;
  return { line, column: 1, endLine: line, endColumn: Number.MAX_SAFE_INTEGER };
}
