import { parseInt64 } from '../values/int64.ts';

/** Errors of client-go's parser of JSONPath templates, such as `{.spec.containers[0]}`. */

/** Maximum nesting depth of expressions within brackets. */
const DEEPEST = 100;

const DIGIT = /^\p{Nd}$/u;
const WORD = /^[\p{L}\p{Nd}_]$/u;
/** Characters that end a name. */
const TERMINATORS = new Set([' ', '\t', '\r', '\n', '', '.', ',', '[', ']', '$', '@', '{', '}']);
const QUOTED_KEY = /^'([^']*)'$/;
const SLICE = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;
const COMPARISON = /^([^!<>=]+)([!<>=]+)(.+?)$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
/** Escape sequences that Go unquotes, besides the escaped quotation mark. */
const ESCAPE = /\\(?:[abfnrtv\\]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{3})/g;

/** Returns the error of a template; undefined when it is valid. */
export const jsonPathError = (template: string): string | undefined => new TemplateScanner(template, 0).scan();

class TemplateScanner {
  readonly #text: string;
  readonly #depth: number;
  #position = 0;
  /** Whether the last part was `..` without a name. */
  #isAfterDescent = false;

  constructor(text: string, depth: number) {
    this.#text = text;
    this.#depth = depth;
  }

  scan(): string | undefined {
    for (;;) {
      const start = this.#text.indexOf('{', this.#position);
      if (start < 0 || this.#depth > DEEPEST) return undefined;
      this.#position = start + 1;
      const error = this.#action();
      if (error !== undefined) return error;
    }
  }

  /** Scans up to the closing brace. */
  #action(): string | undefined {
    this.#isAfterDescent = false;
    while (!this.#skips('}')) {
      const error = this.#part();
      if (error !== undefined) return error;
    }
    return undefined;
  }

  #part(): string | undefined {
    if (this.#skips('..')) return this.#descent();
    if (this.#skips('[?(')) return this.#filter();
    const character = this.#next();
    if (character === '' || character === '\n' || character === '\r') return 'unclosed action';
    if (character === ' ' || character === '@' || character === '$') return undefined;
    this.#isAfterDescent = false;
    return this.#step(character);
  }

  #step(character: string): string | undefined {
    if (character === '[') return this.#brackets();
    if (character === '"' || character === "'") return this.#quoted(character);
    if (character === '.') return this.#name();
    if (character === '+' || character === '-' || DIGIT.test(character)) return this.#number(character);
    if (WORD.test(character)) return this.#name();
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `unrecognized character in action: U+${code} '${character}'`;
  }

  #descent(): string | undefined {
    if (this.#isAfterDescent) return 'invalid multiple recursive descent';
    this.#isAfterDescent = !WORD.test(this.#peek());
    return this.#isAfterDescent ? undefined : this.#name();
  }

  /** Scans a name, in which backslashes escape. */
  #name(): undefined {
    while (!TERMINATORS.has(this.#peek())) if (this.#next() === '\\') this.#next();
  }

  #number(first: string): string | undefined {
    let value = first;
    while (this.#peek() === '.' || DIGIT.test(this.#peek())) value += this.#next();
    return NUMBER.test(value) ? undefined : `cannot parse number ${value}`;
  }

  /** Scans an index, a range, a key, or a list of them. */
  #brackets(): string | undefined {
    const inner = this.#upTo(']');
    if (inner === undefined) return 'unterminated array';
    const text = inner === '*' ? ':' : inner;
    if (text.includes(',')) {
      const errors = text.split(',').map((part) => this.#within(`[${withoutBlanks(part)}]`));
      return errors.find((error) => error !== undefined);
    }
    const key = QUOTED_KEY.exec(text);
    if (key) return this.#within(`.${key[1]}`);
    const range = SLICE.exec(text);
    if (!range) return `invalid array index ${text}`;
    const bounds = range.slice(1).map((bound = '') => bound.replace(/^:/, ''));
    const odd = bounds.find((bound) => bound !== '' && parseInt64(bound) === undefined);
    return odd === undefined ? undefined : `array index ${odd} is not a number`;
  }

  #filter(): string | undefined {
    this.#isAfterDescent = false;
    const start = this.#position;
    let quote: string | undefined;
    let isClosed = false;
    for (let character = this.#next(); character !== ')' || (quote && !isClosed); character = this.#next()) {
      if (character === '' || character === '\n') return 'unterminated filter';
      if (character !== '"' && character !== "'") continue;
      if (quote === undefined) quote = character;
      else if (character === quote && this.#text[this.#position - 2] !== '\\') isClosed = true;
    }
    const text = this.#text.slice(start, this.#position - 1);
    if (!this.#skips(']')) return 'unclosed array expect ]';
    const [, left, , right] = COMPARISON.exec(text) ?? [];
    if (left === undefined || right === undefined) return this.#within(text);
    return this.#within(left) ?? this.#within(right);
  }

  #quoted(quote: string): string | undefined {
    const start = this.#position - 1;
    for (let character = this.#next(); ; character = this.#next()) {
      if (character === '' || character === '\n') return 'unterminated quoted string';
      if (character === quote && this.#text[this.#position - 2] !== '\\') break;
    }
    const value = this.#text.slice(start, this.#position);
    const rest = value.slice(1, -1).replaceAll(ESCAPE, '').replaceAll(`\\${quote}`, '');
    return rest.includes('\\') ? `unquote string ${value} error invalid syntax` : undefined;
  }

  /** Returns the error of an expression without its braces. */
  #within(text: string): string | undefined {
    return new TemplateScanner(`{${text}}`, this.#depth + 1).scan();
  }

  /** Reads up to a character of the same line and skips it. Returns undefined if there is none. */
  #upTo(end: string): string | undefined {
    const start = this.#position;
    for (let character = this.#next(); character !== end; character = this.#next())
      if (character === '' || character === '\n') return undefined;
    return this.#text.slice(start, this.#position - 1);
  }

  /** Skips a text. Returns false if a different text follows. */
  #skips(text: string): boolean {
    if (!this.#text.startsWith(text, this.#position)) return false;
    this.#position += text.length;
    return true;
  }

  /** Returns the next character; empty at the end. */
  #peek(): string {
    const code = this.#text.codePointAt(this.#position);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  #next(): string {
    const character = this.#peek();
    this.#position += character.length;
    return character;
  }
}

/** Returns a text without surrounding blanks. */
function withoutBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start += 1;
  while (end > start && text[end - 1] === ' ') end -= 1;
  return text.slice(start, end);
}
