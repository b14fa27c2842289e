import { isRecord } from '../object.ts';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
/** Returns the text between quotation marks. */
export const unquoted = (text: string): string =>
  text.slice(1, -1).replace(/\\(.)/gs, (_, character: string) => ESCAPES[character] ?? character);

const STEP =
  /^(?:\.\.([\w-]+|\*)|\.?\[\?\(((?:"[^"]*"|'[^']*'|[^"'])*?)\)\]|\.?\['((?:[^'\\]|\\.)*)'\]|\.?\["((?:[^"\\]|\\.)*)"\]|\.?\[([^\]]*)\]|\.((?:[^.[\]\s\\]|\\.)+)|\.|\$|@|([\w-]+))/;

/**
 * Returns the matches of a JSONPath expression without braces, such as `.spec.ports[*].port`.
 * @param root the value of `$`
 * @throws Error when the expression is malformed, or an index is out of range
 */
export function findByPath(expression: string, value: unknown, root = value): unknown[] {
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
    if (!match) throw new Error(`error parsing jsonpath ${expression}, unrecognized text: ${rest}`);
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
      throw new Error(`array index out of bounds: index ${index}, length ${value.length}`);
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
  return findByPath(trimmed, item, root);
}

function compares(a: unknown, operator: string, b: unknown): boolean {
  if (operator === '==') return a === b;
  if (operator === '!=') return a !== b;
  const isLess = (a as number) < (b as number);
  if (operator === '<') return isLess;
  if (operator === '<=') return isLess || a === b;
  return operator === '>' ? !isLess && a !== b : !isLess;
}
