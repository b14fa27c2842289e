import { sortedGoJson } from '../../api/encoding/go-json.ts';
import { findByPath, unquoted } from '../../api/json/find-by-path.ts';
import { jsonPathError } from '../../api/json/json-path-syntax.ts';
import { goNumber } from '../../api/values/go-number.ts';
import { failure } from '../command-error.ts';

/** A part of a template: text, an expression, or a range over the results of an expression. */
type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'values'; readonly expression: string }
  | { readonly kind: 'range'; readonly expression: string; readonly parts: readonly Part[] };

/** Returns a template of `-o jsonpath`, applied to a value. @throws CommandError */
export function printJsonPath(template: string, value: unknown): string {
  const problem = jsonPathError(template);
  if (problem) throw failure(`error parsing jsonpath ${template}, ${problem}`);
  return partsOf(template)
    .map((part) => printPart(part, value, value))
    .join('');
}

/** Returns the matches of an expression such as `.spec.ports[*].port`. @throws Error when an index is out of range */
export function findJsonPath(expression: string, value: unknown): unknown[] {
  return findByPath(expression.replace(/^\{(.*)\}$/s, '$1'), value);
}

/** Adds the braces and the leading dot that `--sort-by` and custom columns may omit. @throws CommandError */
export function relaxedExpression(text: string): string {
  const match = /^\{?\.?([^{}]+)\}?$/s.exec(text);
  if (!match)
    throw failure(
      `unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'`,
    );
  return `.${match[1]}`;
}

function printPart(part: Part, value: unknown, root: unknown): string {
  if (part.kind === 'text') return part.text;
  const found = findByPath(part.expression, value, root);
  if (part.kind === 'values') return found.map(valueText).join(' ');
  return found.map((item) => part.parts.map((inner) => printPart(inner, item, root)).join('')).join('');
}

/** Returns a value as templates print it: texts and numbers as they are, everything else as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return goNumber(value);
  if (typeof value === 'object' && value !== null) return sortedGoJson(value);
  return value === null || value === undefined ? '' : String(value);
}

function partsOf(template: string): Part[] {
  const root: Part[] = [];
  const open: Part[][] = [root];
  for (const piece of template.match(/\{(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^{}"'])*\}|[^{]+/g) ?? []) {
    const current = open.at(-1) ?? root;
    if (!piece.startsWith('{')) {
      current.push({ kind: 'text', text: piece });
      continue;
    }
    const inner = piece.slice(1, -1).trim();
    if (inner === 'end') open.pop();
    else if (inner.startsWith('range ')) {
      const parts: Part[] = [];
      current.push({ kind: 'range', expression: inner.slice('range '.length).trim(), parts });
      open.push(parts);
    } else if (/^(["']).*\1$/s.test(inner)) current.push({ kind: 'text', text: unquoted(inner) });
    else current.push({ kind: 'values', expression: inner });
  }
  return root;
}
