import { isRecord } from '../../api/object.ts';
import { finish, ItemCount, type Steps } from '../../api/steps.ts';
import { compareKeys } from './compare-keys.ts';
import { resolvesToText } from './resolve-scalar.ts';

/**
 * Writes YAML like the real server and kubectl (go-yaml v2 with libyaml's emitter): keys sorted, undefined ones left out, sequences not indented, scalars plain
 * when that reads back as the same text, long scalars folded at the first space after column 80.
 */
export const yamlText = (value: unknown): string => finish(yamlTextInSteps(value));

/** Like `yamlText`, in steps. */
export function* yamlTextInSteps(value: unknown): Steps<string> {
  const lines: string[] = [];
  yield* addLines({ lines, items: new ItemCount() }, value, 0, '');
  return `${lines.join('\n')}\n`;
}

const WIDTH = 80;
const INDENT = 2;

interface Output {
  readonly lines: string[];
  readonly items: ItemCount;
}

/** @param lead the start of the first line: its indent, or the dash of the item that it begins */
function* addLines(output: Output, value: unknown, indent: number, lead: string): Steps<void> {
  const { lines, items } = output;
  let start = lead;
  if (isFilledList(value)) {
    for (const item of value) {
      if (items.isDue()) yield;
      yield* addLines(output, item, indent + INDENT, `${start}- `);
      start = ' '.repeat(indent);
    }
  } else if (isFilledRecord(value)) {
    for (const key of Object.keys(value).sort(compareKeys)) {
      if (items.isDue()) yield;
      const member = value[key];
      if (member === undefined) continue;
      const head = `${start}${stringText(key, 0, Number.NEGATIVE_INFINITY)}:`;
      start = ' '.repeat(indent);
      const isList = isFilledList(member);
      if (isList || isFilledRecord(member)) {
        lines.push(head);
        const inner = isList ? indent : indent + INDENT;
        yield* addLines(output, member, inner, ' '.repeat(inner));
      } else lines.push(`${head} ${scalarText(member, indent + INDENT, head.length + 1)}`);
    }
  } else lines.push(lead + scalarText(value, indent, indent));
}

const isFilledList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;

function isFilledRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false;
  for (const key in value) if (value[key] !== undefined) return true;
  return false;
}

function scalarText(value: unknown, indent: number, column: number): string {
  if (typeof value === 'string') return stringText(value, indent, column);
  if (Array.isArray(value)) return '[]';
  return typeof value === 'object' && value !== null ? '{}' : String(value);
}

/** @param column where the text starts; -Infinity for keys, which are never folded */
function stringText(text: string, indent: number, column: number): string {
  const isKey = column < 0;
  if (text.includes('\n') && !isKey && isLiteralPossible(text)) return literalText(text, indent);
  if (readsAsOther(text) || text.includes('\n') || !isSingleQuotePossible(text) || (isKey && SEPARATOR.test(text))) {
    return folded(`"${escaped(text)}"`, indent, column, true);
  }
  const quoted = isPlainPossible(text) ? text : `'${text.replaceAll("'", "''")}'`;
  return folded(quoted, indent, column, false);
}

/** Breaks at a single space once the line is too long. A separator in the text also begins a line. */
function folded(text: string, indent: number, start: number, isEscaped: boolean): string {
  let column = start;
  let out = '';
  for (let index = 0; index < text.length; index++) {
    const isLone = text[index] === ' ' && text[index - 1] !== ' ' && (isEscaped || text[index + 1] !== ' ');
    if (isLone && column > WIDTH && index > 1 && index < text.length - 2) {
      out += `\n${' '.repeat(indent)}${text[index + 1] === ' ' ? '\\' : ''}`;
      column = indent;
    } else {
      out += text[index];
      column++;
      if (!SEPARATOR.test(text[index] ?? '')) continue;
      const isFollowed = index < text.length - 2 && !SEPARATOR.test(text[index + 1] ?? '');
      column = isFollowed ? indent : 0;
      out += ' '.repeat(column);
    }
  }
  return out;
}

function literalText(text: string, indent: number): string {
  const chomping = /(^|\n)\n$/.test(text) ? '+' : text.endsWith('\n') ? '' : '-';
  const hint = /^[ \n]/.test(text) ? String(INDENT) : '';
  const lines = text.replace(/\n$/, '').split('\n');
  return [`|${hint}${chomping}`, ...lines.map((line) => (line ? ' '.repeat(indent) + line : ''))].join('\n');
}

/** Characters that go-yaml escapes, including those beyond the basic plane. */
const SPECIAL = /[^\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/u;
/** Characters that end a line in YAML 1.1, as line feeds do. */
const SEPARATOR = /[\u2028\u2029]/;
const isLiteralPossible = (text: string): boolean =>
  !/ (\n|$)/.test(text) && !SPECIAL.test(text) && !SEPARATOR.test(text);

const isSingleQuotePossible = (text: string): boolean =>
  !SPECIAL.test(text) && !/ [\u2028\u2029]|[\u2028\u2029] /.test(text);

const isPlainPossible = (text: string): boolean =>
  !/^[-?:]( |$)|^[#,[\]{}&*!|>'"%@`]|^(---|\.\.\.)|^ | $|:( |$)| #/.test(text) && !SEPARATOR.test(text);

/** Base-60 numbers, which go-yaml reads as strings but quotes, because other parsers do not. */
const SEXAGESIMAL = /^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$/;
const readsAsOther = (text: string): boolean => !resolvesToText(text) || SEXAGESIMAL.test(text);

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
  '\x85': '\\N',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

function escaped(text: string): string {
  let out = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const known = ESCAPES[character];
    if (known) out += known;
    else if (!SPECIAL.test(character)) out += character;
    else out += code <= 0xff ? `\\x${hex(code, 2)}` : code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  }
  return out;
}

const hex = (code: number, digits: number): string => code.toString(16).toUpperCase().padStart(digits, '0');
