import { isRecord } from '../../api/object.ts';
import { resolvesToText } from '../../schema/yaml/resolve-scalar.ts';
import { compareYamlKeys } from './yaml-keys.ts';

/** Column after which a blank of a scalar becomes a line break. */
const WIDTH = 80;

/** Returns a JSON value as YAML, as kubectl prints it (go-yaml v2): keys are sorted, and long texts folded. */
export function writeYaml(value: unknown): string {
  const writer = new YamlWriter();
  writer.block(value, 0);
  return writer.text;
}

class YamlWriter {
  text = '';
  #column = 0;

  /** Writes a value at the beginning of a line. */
  block(value: unknown, indent: number): void {
    if (Array.isArray(value) && value.length > 0) this.#sequence(value, indent);
    else if (isRecord(value) && entriesOf(value).length > 0) this.#mapping(value, indent);
    else {
      this.#inline(value, indent);
      this.#put('\n');
    }
  }

  #sequence(items: readonly unknown[], indent: number): void {
    for (const [index, item] of items.entries()) {
      if (index > 0) this.#put(' '.repeat(indent));
      this.#put('- ');
      this.block(item, indent + 2);
    }
  }

  #mapping(record: Record<string, unknown>, indent: number): void {
    for (const [index, [key, value]] of entriesOf(record).entries()) {
      if (index > 0) this.#put(' '.repeat(indent));
      this.#scalar(key, indent, true);
      this.#put(':');
      if (Array.isArray(value) && value.length > 0) {
        // Lists are not indented further than their key.
        this.#put(`\n${' '.repeat(indent)}`);
        this.#sequence(value, indent);
      } else if (isRecord(value) && entriesOf(value).length > 0) {
        this.#put(`\n${' '.repeat(indent + 2)}`);
        this.#mapping(value, indent + 2);
      } else {
        this.#put(' ');
        this.#inline(value, indent);
        this.#put('\n');
      }
    }
  }

  #inline(value: unknown, indent: number): void {
    if (Array.isArray(value)) this.#put('[]');
    else if (isRecord(value)) this.#put('{}');
    else if (typeof value === 'string') this.#scalar(value, indent, false);
    else this.#put(String(value ?? null));
  }

  #scalar(text: string, indent: number, isKey: boolean): void {
    const facts = analyze(text);
    if (text.includes('\n') && !isKey && facts.isBlockAllowed) {
      this.#literal(text, indent);
      return;
    }
    if (!text.includes('\n') && resolvesToText(text)) {
      if (facts.isPlainAllowed) {
        this.#folded(text, indent + 2, isKey);
        return;
      }
      if (facts.isSingleQuotedAllowed) {
        this.#put("'");
        this.#folded(text.replaceAll("'", "''"), indent + 2, isKey, true);
        this.#put("'");
        return;
      }
    }
    this.#doubleQuoted(text, indent + 2, isKey);
  }

  #literal(text: string, indent: number): void {
    const hint = /^[ \n]/.test(text) ? '2' : '';
    const chomping = !text.endsWith('\n') ? '-' : text === '\n' || text.endsWith('\n\n') ? '+' : '';
    this.#put(`|${hint}${chomping}`);
    const lines = text.replace(/\n$/, '').split('\n');
    for (const line of lines) this.#put(line === '' ? '\n' : `\n${' '.repeat(indent + 2)}${line}`);
  }

  /** Writes a text that needs no escapes. A single blank after the limit becomes a line break. */
  #folded(text: string, indent: number, isKey: boolean, isQuoted = false): void {
    const characters = [...text];
    for (const [index, character] of characters.entries()) {
      const isInside = !isQuoted || (index > 0 && index < characters.length - 1);
      const isSingle = characters[index - 1] !== ' ' && characters[index + 1] !== ' ';
      if (character === ' ' && isSingle && isInside && !isKey && this.#column > WIDTH)
        this.#put(`\n${' '.repeat(indent)}`);
      else this.#put(character);
    }
  }

  #doubleQuoted(text: string, indent: number, isKey: boolean): void {
    this.#put('"');
    const characters = [...text];
    let afterBlank = false;
    for (const [index, character] of characters.entries()) {
      if (character !== ' ') {
        this.#put(escaped(character));
        afterBlank = false;
        continue;
      }
      const isInside = index > 0 && index < characters.length - 1;
      if (!isKey && !afterBlank && isInside && this.#column > WIDTH) {
        this.#put(`\n${' '.repeat(indent)}`);
        if (characters[index + 1] === ' ') this.#put('\\');
      } else this.#put(' ');
      afterBlank = true;
    }
    this.#put('"');
  }

  #put(text: string): void {
    this.text += text;
    const end = text.lastIndexOf('\n');
    this.#column = end < 0 ? this.#column + [...text].length : [...text.slice(end + 1)].length;
  }
}

const entriesOf = (record: Record<string, unknown>): [string, unknown][] =>
  Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => compareYamlKeys(a, b));

interface ScalarFacts {
  readonly isPlainAllowed: boolean;
  readonly isSingleQuotedAllowed: boolean;
  readonly isBlockAllowed: boolean;
}

/** Characters that need an escape sequence. */
const SPECIAL = /[^\n\x20-\x7e\x85\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\ufeff/u;

/** Indicators at the beginning of a text, and within it. */
const FIRST_INDICATOR = /^(?:[#,[\]{}&*!|>'"%@`]|[?:-](?:\s|$)|---|\.\.\.)/;
const INNER_INDICATOR = /:(?:\s|$)|\s#/;

function analyze(text: string): ScalarFacts {
  const isSpecial = SPECIAL.test(text) || / \n/.test(text);
  const hasEndBlank = /^[ \n]|[ \n]$/.test(text);
  const breaksBeforeBlank = /\n /.test(text);
  const hasIndicator = FIRST_INDICATOR.test(text) || INNER_INDICATOR.test(text);
  return {
    isPlainAllowed: !isSpecial && !hasEndBlank && !hasIndicator && !text.includes('\n'),
    isSingleQuotedAllowed: !isSpecial && !breaksBeforeBlank,
    isBlockAllowed: !isSpecial && !text.endsWith(' '),
  };
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\x85': '\\N',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

function escaped(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short) return short;
  if (!SPECIAL.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
