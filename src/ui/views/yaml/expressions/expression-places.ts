import { isScalar, type Scalar } from 'yaml';
import type { CheckedExpression, ExpressionCheckSpec, ExpressionPath } from '../../../../api/debug/expression-check.ts';
import { type ApiObject, isRecord } from '../../../../api/object.ts';
import type { TextRange } from '../problems/field-position.ts';
import type { LocatedProblem } from '../problems/problems.ts';
import { valueAt } from '../value-at.ts';
import { objectOf, readDocuments, type YamlDocument } from '../yaml-documents.ts';
import { offsetInScalar, scalarOffsets } from './scalar-offsets.ts';

/** The members that hold expressions. */
const MEMBER = /^(rule|messageExpression|expression|valueExpression)$/;
/** Kinds whose objects can have expressions. */
const KIND = /^(CustomResourceDefinition|ValidatingAdmissionPolicy|(Validating|Mutating)WebhookConfiguration)$/;
const MENTIONED = /\b(rule|\w*[eE]xpression)["']?:/;

/** An object with expressions, and the index of its document. */
interface ObjectWithExpressions {
  readonly document: number;
  readonly object: ApiObject;
}

/** Returns the objects of a text that can have expressions. Empty while the text has syntax errors. */
export function objectsWithExpressions(text: string): readonly ObjectWithExpressions[] {
  // Runs on every key press, and most texts have no expressions.
  if (!MENTIONED.test(text)) return [];
  const { documents, errors } = readDocuments(text);
  if (errors.length > 0) return [];
  return documents.flatMap((parsed, document) => {
    const object = objectOf(parsed);
    return object && KIND.test(String(object.kind)) ? [{ document, object }] : [];
  });
}

/** The expressions of an object that the server has checked. */
export interface CheckedObject extends ObjectWithExpressions {
  readonly expressions: readonly CheckedExpression[];
}

/** Locates the problems of checked expressions in a text. Leaves out those of expressions that have changed since. */
export function expressionProblems(text: string, checked: readonly CheckedObject[]): LocatedProblem[] {
  const isClean = checked.every(({ expressions }) =>
    expressions.every(({ errors, warnings }) => errors.length + warnings.length === 0),
  );
  if (isClean) return [];
  const { documents, lines } = readDocuments(text);
  return checked.flatMap(({ document, object, expressions }) =>
    expressions.flatMap(({ path, errors, warnings }) => {
      const scalar = documents[document] && scalarAt(documents[document], path);
      if (!scalar || scalar.value !== memberAt(object, path)) return [];
      const offsets = scalarOffsets(text, scalar);
      const value = String(scalar.value);
      const located = (severity: 'error' | 'warning') => (problem: { offset?: number; message: string }) => ({
        severity,
        message: problem.message,
        document,
        field: fieldText(path),
        range: rangeOf(value, offsets, problem.offset, (at) => lines.linePos(at)),
      });
      return [...errors.map(located('error')), ...warnings.map(located('warning'))];
    }),
  );
}

/** Adds the problems of expressions, which replace the server's answers about the same fields. */
export const withExpressionProblems = (
  problems: readonly LocatedProblem[],
  ofExpressions: readonly LocatedProblem[],
): readonly LocatedProblem[] => {
  if (ofExpressions.length === 0) return problems;
  const fields = new Set(ofExpressions.map(({ field }) => field));
  const isRepeated = ({ field = '', message }: LocatedProblem) =>
    fields.has(plainPath(field)) && /compilation failed|must evaluate to/.test(message);
  return [...problems.filter((problem) => !isRepeated(problem)), ...ofExpressions];
};

/** Returns a path without brackets around names: `properties[spec]` becomes `properties.spec`. */
const plainPath = (field: string): string => field.replace(/\[([^\]]*[^\]\d][^\]]*)\]/g, '.$1');

/** Marks the word at an offset, or one character; without an offset, the first line of the expression. */
function rangeOf(
  value: string,
  offsets: readonly number[],
  offset: number | undefined,
  positionOf: (at: number) => { readonly line: number; readonly col: number },
): TextRange {
  const word = /^\.?\w+|^\S/.exec(value.slice(offset ?? 0))?.[0] ?? ' ';
  const line = value.split('\n', 1)[0] ?? '';
  const start = offset ?? 0;
  const length = offset === undefined ? Math.max(1, line.trimEnd().length) : word.length;
  const from = offsets[Math.min(start, offsets.length - 1)] ?? 0;
  const last = offsets[Math.min(start + length - 1, offsets.length - 1)] ?? from;
  const [begin, end] = [positionOf(from), positionOf(last + 1)];
  const isOneLine = begin.line === end.line;
  return {
    line: begin.line,
    column: begin.col,
    endLine: begin.line,
    endColumn: isOneLine ? end.col : Number.MAX_SAFE_INTEGER,
  };
}

/** The expression at an offset of a text. */
export interface ExpressionAt {
  readonly spec: ExpressionCheckSpec;
  /** Offsets in the text of the characters of the expression, and of its end. */
  readonly offsets: readonly number[];
  /** The expression. */
  readonly value: string;
}

/** Returns the expression at an offset of a text; undefined elsewhere. */
export function expressionAt(text: string, offset: number): ExpressionAt | undefined {
  if (!MENTIONED.test(text)) return undefined;
  // White space at the end of a line is no part of a value.
  const spaces = /^[ \t]*(\n|$)/.test(text.slice(offset))
    ? (/\S([ \t]+)$/.exec(text.slice(0, offset))?.[1]?.length ?? 0)
    : 0;
  const found = valueAt(text, offset) ?? valueAt(text, offset - spaces);
  if (!found || !MEMBER.test(String(found.path.at(-1))) || !KIND.test(String(found.object.kind))) return undefined;
  const { object, path, scalar, start } = found;
  const value = found.value;
  const offsets = value === '' ? [start] : scalarOffsets(text, scalar);
  // A member without a value is null.
  const whole = value === '' ? (withMember(object, path, value) as ApiObject) : object;
  return { spec: { object: whole, cursor: { path, offset: offsetInScalar(offsets, offset) } }, offsets, value };
}

function scalarAt(document: YamlDocument, path: ExpressionPath): Scalar | undefined {
  const node = document.getIn(path, true);
  return isScalar(node) ? node : undefined;
}

const memberAt = (value: unknown, path: ExpressionPath): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown> | undefined)?.[step], value);

function withMember(value: unknown, [step, ...rest]: ExpressionPath, member: unknown): unknown {
  if (step === undefined) return member;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? withMember(item, rest, member) : item));
  return isRecord(value) ? { ...value, [step]: withMember(value[step], rest, member) } : value;
}

/** Returns a path as the server formats it. */
const fieldText = (path: ExpressionPath): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
