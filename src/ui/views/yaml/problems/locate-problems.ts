import { isCollection, type LineCounter } from 'yaml';
import { readDocuments, type YamlDocument, type YamlDocuments } from '../yaml-documents.ts';
import { type FieldHints, fieldPosition, findField, type TextRange } from './field-position.ts';
import type { LocatedProblem, Problem } from './problems.ts';

const START: TextRange = { line: 1, column: 1, endLine: 1, endColumn: 2 };

/** Problems and the text that was judged. */
export interface Answers {
  readonly text: string;
  readonly problems: readonly Problem[];
}

/**
 * Where problems stand in a text that may have been edited since it was judged. Leaves out a problem once the value
 * that it concerns has changed, or its document has become another object.
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

/** Where the same object is now: at its index, or where it was moved to; -1 when it is gone. */
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

/** The path that is written in the document, of the two that a problem may have. */
function fieldOf({ field = '', otherField }: Problem, document: YamlDocument): string {
  const isWritten = (path: string) => findField(document, path).rest === '';
  return otherField !== undefined && !isWritten(field) && isWritten(otherField) ? otherField : field;
}

/** What a problem is about: the value of a field, or the nearest ancestor with the part of the path that is missing. */
function valueText(document: YamlDocument, field: string, hints: FieldHints): string {
  const { value, rest } = findField(document, field, hints);
  try {
    return JSON.stringify([rest, value?.toJS(document)]);
  } catch {
    return ''; // An alias without an anchor, while it is being typed: certainly not what was judged.
  }
}

function rangeOf(problem: Problem, field: string, document: YamlDocument, lines: LineCounter): TextRange {
  if (problem.line === undefined) return fieldPosition(document, lines, field, problem);
  const line = lines.linePos(document.contents?.range[0] ?? 0).line + problem.line - 1;
  return { line, column: 1, endLine: line, endColumn: Number.MAX_SAFE_INTEGER };
}
