import { parseJson } from '../../api/encoding/exact-json.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';

/** Error messages of Go's JSON decoder for invalid JSON. */

const WORDS = ['true', 'false', 'null'] as const;
/** Maximum nesting depth of Go's decoder. */
const MAXIMUM_DEPTH = 10_000;
const END = 'unexpected end of JSON input';

const shown = (character: string): string => {
  if (character === "'") return "'\\''";
  if (character === '"') return "'\"'";
  return `'${JSON.stringify(character).slice(1, -1)}'`;
};

class Scanner {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the first error; undefined for valid JSON. */
  scan(): string | undefined {
    const error = this.#value();
    if (error) return error;
    this.#blanks();
    return this.#current() === '' ? undefined : this.#invalid('after top-level value');
  }

  #current(): string {
    return this.#text.charAt(this.#position);
  }

  #blanks(): void {
    while (this.#current() !== '' && ' \t\r\n'.includes(this.#current())) this.#position += 1;
  }

  #invalid(context: string): string {
    if (this.#current() === '') return END;
    // Go reads bytes, so it shows the first byte of a multi-byte character.
    const [byte = 0] = utf8Bytes(String.fromCodePoint(this.#text.codePointAt(this.#position) ?? 0));
    return `invalid character ${shown(String.fromCharCode(byte))} ${context}`;
  }

  #value(): string | undefined {
    this.#blanks();
    const character = this.#current();
    if (character === '{') return this.#object();
    if (character === '[') return this.#list();
    if (character === '"') return this.#string();
    if (character === '-' || /[0-9]/.test(character)) return this.#number();
    const word = WORDS.find((candidate) => character !== '' && candidate.startsWith(character));
    return word ? this.#word(word) : this.#invalid('looking for beginning of value');
  }

  #word(word: string): string | undefined {
    for (const [index, expected] of [...word].entries()) {
      if (this.#current() !== expected) {
        return this.#invalid(`in literal ${word} (expecting ${shown(word.charAt(index))})`);
      }
      this.#position += 1;
    }
    return undefined;
  }

  #digits(): boolean {
    const start = this.#position;
    while (/[0-9]/.test(this.#current())) this.#position += 1;
    return this.#position > start;
  }

  #number(): string | undefined {
    if (this.#current() === '-') this.#position += 1;
    if (this.#current() === '0') this.#position += 1;
    else if (!this.#digits()) return this.#invalid('in numeric literal');
    if (this.#current() === '.') {
      this.#position += 1;
      if (!this.#digits()) return this.#invalid('after decimal point in numeric literal');
    }
    if (/[eE]/.test(this.#current())) {
      this.#position += 1;
      if (/[+-]/.test(this.#current())) this.#position += 1;
      if (!this.#digits()) return this.#invalid('in exponent of numeric literal');
    }
    return undefined;
  }

  #string(): string | undefined {
    for (this.#position += 1; this.#current() !== '"'; this.#position += 1) {
      if (this.#current() === '' || this.#current() < ' ') return this.#invalid('in string literal');
      if (this.#current() !== '\\') continue;
      this.#position += 1;
      if (this.#current() === 'u') {
        const error = this.#hexadecimal();
        if (error) return error;
      } else if (this.#current() === '' || !'"\\/bfnrt'.includes(this.#current())) {
        return this.#invalid('in string escape code');
      }
    }
    this.#position += 1;
    return undefined;
  }

  #hexadecimal(): string | undefined {
    for (let count = 0; count < 4; count += 1) {
      this.#position += 1;
      if (!/[0-9a-fA-F]/.test(this.#current())) return this.#invalid('in \\u hexadecimal character escape');
    }
    return undefined;
  }

  #object(): string | undefined {
    this.#position += 1;
    this.#blanks();
    if (this.#current() === '}') {
      this.#position += 1;
      return undefined;
    }
    for (;;) {
      this.#blanks();
      if (this.#current() !== '"') return this.#invalid('looking for beginning of object key string');
      const keyError = this.#string();
      if (keyError) return keyError;
      this.#blanks();
      if (this.#current() !== ':') return this.#invalid('after object key');
      this.#position += 1;
      const error = this.#value();
      if (error) return error;
      this.#blanks();
      if (this.#current() === '}') break;
      if (this.#current() !== ',') return this.#invalid('after object key:value pair');
      this.#position += 1;
    }
    this.#position += 1;
    return undefined;
  }

  #list(): string | undefined {
    this.#position += 1;
    this.#blanks();
    if (this.#current() === ']') {
      this.#position += 1;
      return undefined;
    }
    for (;;) {
      const error = this.#value();
      if (error) return error;
      this.#blanks();
      if (this.#current() === ']') break;
      if (this.#current() !== ',') return this.#invalid('after array element');
      this.#position += 1;
    }
    this.#position += 1;
    return undefined;
  }
}

/** Returns Go's error for invalid JSON; undefined when the text is valid. */
export const jsonSyntaxError = (text: string): string | undefined => parseLikeGo(text).error;

/** Returns the value of a JSON text, or Go's error for an invalid one. */
export function parseLikeGo(text: string): { readonly value?: unknown; readonly error?: string } {
  const tooDeep = hasManyBrackets(text) ? bracketBeyondDepth(text) : undefined;
  if (tooDeep) return { error: `invalid character '${tooDeep}' exceeded max depth` };
  try {
    return { value: parseJson(text) };
  } catch {
    return { error: new Scanner(text).scan() ?? END };
  }
}

/** Reports whether a text has more opening brackets than the maximum depth; hardly any has. */
function hasManyBrackets(text: string): boolean {
  if (text.length <= MAXIMUM_DEPTH) return false;
  let count = 0;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === 0x7b || code === 0x5b) count += 1;
  }
  return count > MAXIMUM_DEPTH;
}

/** Returns the first bracket that exceeds the maximum depth. */
function bracketBeyondDepth(text: string): string | undefined {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > MAXIMUM_DEPTH) return token;
  }
  return undefined;
}

/** Returns Go's name for the type of a JSON value. */
export function jsonTypeName(text: string): 'object' | 'array' | 'string' | 'number' | 'bool' | 'null' {
  const first = text.trimStart().charAt(0);
  if (first === '{') return 'object';
  if (first === '[') return 'array';
  if (first === '"') return 'string';
  if (first === 'n') return 'null';
  return first === 't' || first === 'f' ? 'bool' : 'number';
}

/** Escapes of a JSON text: pairs of surrogates, single surrogates, and others. */
const ESCAPES = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}|\\./g;
const SURROGATE = /^\\u[dD][89a-fA-F][\da-fA-F]{2}$/;

/** Returns a JSON text in which escaped surrogates without a partner are replacement characters, as Go reads them. */
export const withoutLoneSurrogates = (text: string): string =>
  /\\u[dD][89a-fA-F]/.test(text) ? text.replace(ESCAPES, (found) => (SURROGATE.test(found) ? '\\ufffd' : found)) : text;
