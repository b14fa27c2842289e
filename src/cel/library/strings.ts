import type { Budget } from '../evaluation/budget.ts';
import { member } from '../typing/declarations.ts';
import { ArrayList, Failure, ListValue, type Value } from '../values/values.ts';

/** Splits a string into code points, by which strings are indexed. */
function characters(text: Value, budget: Budget): string[] {
  budget.work((text as string).length / 8);
  return [...(text as string)];
}

const outOfRange = (index: bigint): Failure => new Failure(`index out of range: ${index}`);

function charAt([text = '', index = 0n]: readonly Value[], budget: Budget): Value {
  const at = index as bigint;
  const all = characters(text, budget);
  if (at < 0n || at > all.length) return outOfRange(at);
  return all[Number(at)] ?? '';
}

function indexOf([text = '', wanted = '', offset = 0n]: readonly Value[], budget: Budget): Value {
  if (wanted === '') return offset;
  const all = characters(text, budget);
  const from = offset as bigint;
  if (from < 0n || from >= all.length) return outOfRange(from);
  const searched = characters(wanted, budget);
  budget.work(all.length * searched.length);
  for (let at = Number(from); at <= all.length - searched.length; at++) {
    if (searched.every((character, index) => all[at + index] === character)) return BigInt(at);
  }
  return -1n;
}

function lastIndexOf([text = '', wanted = '', offset]: readonly Value[], budget: Budget): Value {
  const all = characters(text, budget);
  if (wanted === '') return offset ?? BigInt(all.length);
  const from = offset === undefined ? BigInt(all.length - 1) : (offset as bigint);
  if (from < 0n || from >= all.length) return outOfRange(from);
  const searched = characters(wanted, budget);
  budget.work(all.length * searched.length);
  for (let at = Math.min(Number(from), all.length - searched.length); at >= 0; at--) {
    if (searched.every((character, index) => all[at + index] === character)) return BigInt(at);
  }
  return -1n;
}

function join([list = null, separator = '']: readonly Value[], budget: Budget): Value {
  if (!(list instanceof ListValue)) return new Failure('no such overload');
  const texts: string[] = [];
  for (let index = 0; index < list.length; index++) {
    const element = list.at(index);
    if (typeof element !== 'string') return new Failure('no such overload');
    budget.work(1 + (element.length + (separator as string).length) / 64);
    texts.push(element);
  }
  return texts.join(separator as string);
}

function replace([text = '', old = '', replacement = '', limit = -1n]: readonly Value[], budget: Budget): Value {
  const parts = split([text, old, -1n], budget) as ArrayList;
  const pieces = old === '' ? ['', ...(parts.elements as string[]), ''] : (parts.elements as string[]);
  // An empty string is replaced between all characters, and once in an empty string.
  const found = text === '' && old === '' ? 1 : pieces.length - 1;
  const count = (limit as bigint) < 0n ? found : Math.min(Number(limit), found);
  budget.work(((text as string).length + count * (replacement as string).length) / 16);
  if (text === '' && old === '') return count > 0 ? replacement : '';
  return pieces.slice(0, count + 1).join(replacement as string) + restText(pieces, count, old as string);
}

const restText = (pieces: readonly string[], count: number, old: string): string =>
  pieces
    .slice(count + 1)
    .map((piece) => old + piece)
    .join('');

function split([text = '', separator = '', limit = -1n]: readonly Value[], budget: Budget): Value {
  const count = limit as bigint;
  if (count === 0n) return new ArrayList([]);
  const parts = separator === '' ? characters(text, budget) : (text as string).split(separator as string);
  if (count < 0n || parts.length <= count) return new ArrayList(parts);
  const kept = parts.slice(0, Number(count) - 1);
  return new ArrayList([...kept, parts.slice(Number(count) - 1).join(separator as string)]);
}

function substring([text = '', start = 0n, end]: readonly Value[], budget: Budget): Value {
  const all = characters(text, budget);
  const from = start as bigint;
  const to = end === undefined ? BigInt(all.length) : (end as bigint);
  if (end !== undefined && from > to) return new Failure(`invalid substring range. start: ${from}, end: ${to}`);
  if (from < 0n || from > all.length) return outOfRange(from);
  if (to < 0n || to > all.length) return outOfRange(to);
  return all.slice(Number(from), Number(to)).join('');
}

const each =
  (change: (text: string) => string) =>
  ([text = '']: readonly Value[]): Value =>
    change(text as string);

const test =
  (holds: (text: string, part: string) => boolean) =>
  ([text = '', part = '']: readonly Value[]): Value =>
    holds(text as string, part as string);

/** Go's whitespace: includes U+0085, but not the byte order mark. */
const SPACE = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACE.test(text.charAt(start))) start++;
  while (end > start && SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

export const STRINGS = [
  member(
    'contains',
    'string, string: bool',
    test((text, part) => text.includes(part)),
  ),
  member(
    'startsWith',
    'string, string: bool',
    test((text, part) => text.startsWith(part)),
  ),
  member(
    'endsWith',
    'string, string: bool',
    test((text, part) => text.endsWith(part)),
  ),
  member('charAt', 'string, int: string', charAt),
  member('indexOf', 'string, string: int', indexOf),
  member('indexOf', 'string, string, int: int', indexOf),
  member('join', 'list(string): string', join),
  member('join', 'list(string), string: string', join),
  member('lastIndexOf', 'string, string: int', lastIndexOf),
  member('lastIndexOf', 'string, string, int: int', lastIndexOf),
  member(
    'lowerAscii',
    'string: string',
    each((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())),
  ),
  member('replace', 'string, string, string: string', replace),
  member('replace', 'string, string, string, int: string', replace),
  member('split', 'string, string: list(string)', split),
  member('split', 'string, string, int: list(string)', split),
  member('substring', 'string, int: string', substring),
  member('substring', 'string, int, int: string', substring),
  member('trim', 'string: string', each(trim)),
  member(
    'upperAscii',
    'string: string',
    each((text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())),
  ),
];
