import { sortedGoJson } from '../../api/encoding/go-json.ts';
import { jsonPathError } from '../../api/json/json-path-syntax.ts';
import { isRecord } from '../../api/object.ts';
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

/** Returns the matches of an expression such as `.spec.ports[*].port`. @throws CommandError when an index is out of range */
export function findJsonPath(expression: string, value: unknown): unknown[] {
  return evaluate(expression.replace(/^\{(.*)\}$/s, '$1'), value, value);
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
  const found = evaluate(part.expression, value, root);
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

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const unquoted = (text: string): string =>
  text.slice(1, -1).replace(/\\(.)/gs, (_, character: string) => ESCAPES[character] ?? character);

const STEP =
  /^(?:\.\.([\w-]+|\*)|\.?\[\?\(((?:"[^"]*"|'[^']*'|[^"'])*?)\)\]|\.?\['((?:[^'\\]|\\.)*)'\]|\.?\["((?:[^"\\]|\\.)*)"\]|\.?\[([^\]]*)\]|\.((?:[^.[\]\s\\]|\\.)+)|\.|\$|@|([\w-]+))/;

function evaluate(expression: string, value: unknown, root: unknown): unknown[] {
  return expression
    .trim()
    .split(/\s+(?=[.$@])(?![^(]*\))/)
    .flatMap((each) => walk(each, value, root));
}

function walk(expression: string, value: unknown, root: unknown): unknown[] {
  let found: unknown[] = [expression.startsWith('$') ? root : value];
  let rest = expression;
  while (rest !== '') {
    const match = STEP.exec(rest);
    if (!match) throw failure(`error parsing jsonpath ${expression}, unrecognized text: ${rest}`);
    const [whole, descent, filter, single, double, index, name, bare] = match;
    rest = rest.slice(whole.length);
    const member = single ?? double ?? name ?? bare;
    if (descent !== undefined) found = found.flatMap((item) => descendants(item, descent));
    else if (filter !== undefined) found = found.flatMap((item) => matching(item, filter, root));
    else if (member !== undefined) found = found.flatMap((item) => membersOf(item, member.replace(/\\(.)/g, '$1')));
    else if (index !== undefined) found = found.flatMap((item) => elementsOf(item, index));
  }
  return found;
}

function membersOf(value: unknown, name: string): unknown[] {
  if (name === '*') return Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  return isRecord(value) && value[name] !== undefined ? [value[name]] : [];
}

function descendants(value: unknown, name: string): unknown[] {
  const children = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  return [...membersOf(value, name), ...children.flatMap((child) => descendants(child, name))];
}

function elementsOf(value: unknown, index: string): unknown[] {
  if (index.includes(',')) {
    return index.split(',').flatMap((part) => {
      const key = /^\s*(['"])(.*)\1\s*$/.exec(part);
      return key ? membersOf(value, key[2] ?? '') : elementsOf(value, part.trim());
    });
  }
  if (index === '*') return membersOf(value, '*');
  if (!Array.isArray(value)) return [];
  if (!index.includes(':')) {
    const position = Number(index);
    if (position >= value.length || position < -value.length)
      throw failure(`array index out of bounds: index ${index}, length ${value.length}`);
    return [value.at(position)];
  }
  const [start = '', end = '', step = ''] = index.split(':');
  const items: unknown[] = value.slice(start === '' ? 0 : Number(start), end === '' ? undefined : Number(end));
  return items.filter((_, position) => position % Number(step || 1) === 0);
}

const COMPARISON = /^(.*?)\s*(==|!=|<=|>=|<|>)\s*(.*)$/s;

function matching(value: unknown, filter: string, root: unknown): unknown[] {
  const items = Array.isArray(value) ? value : [];
  const [, left, operator = '', right] = COMPARISON.exec(filter) ?? [];
  if (left === undefined || right === undefined) return items.filter((item) => operands(filter, item, root).length > 0);
  return items.filter((item) => {
    const [a] = operands(left, item, root);
    const [b] = operands(right, item, root);
    return a !== undefined && b !== undefined && compares(a, operator, b);
  });
}

function operands(text: string, item: unknown, root: unknown): unknown[] {
  const trimmed = text.trim();
  if (/^(["']).*\1$/s.test(trimmed)) return [unquoted(trimmed)];
  if (trimmed === 'true' || trimmed === 'false') return [trimmed === 'true'];
  if (/^-?\d+(\.\d+)?$/.test(trimmed)) return [Number(trimmed)];
  return evaluate(trimmed, item, root);
}

function compares(a: unknown, operator: string, b: unknown): boolean {
  if (operator === '==') return a === b;
  if (operator === '!=') return a !== b;
  const isLess = (a as number) < (b as number);
  if (operator === '<') return isLess;
  if (operator === '<=') return isLess || a === b;
  return operator === '>' ? !isLess && a !== b : !isLess;
}
