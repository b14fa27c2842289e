import type { SourceError } from './source-errors.ts';

export interface Token {
  /** The token type; keywords and operators are their own kind, and `EOF` ends the list. */
  readonly kind: string;
  readonly text: string;
  readonly at: number;
}

/** Words that cannot be variable names. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
);

/** Reports whether a name is a valid identifier. */
export const isIdentifier = (name: string): boolean =>
  /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !RESERVED_WORDS.has(name);

const FLOAT = /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y;
const UINT = /(?:0x[0-9a-fA-F]+|\d+)[uU]/y;
const INT = /0x[0-9a-fA-F]+|\d+/y;
const ESCAPE = String.raw`\\(?:[abfnrtv"'\\?\x60]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})`;
const QUOTED = [
  `[rR]"""[^]*?"""|[rR]'''[^]*?'''`,
  String.raw`"""(?:${ESCAPE}|[^\\])*?"""|'''(?:${ESCAPE}|[^\\])*?'''`,
  String.raw`[rR]"[^"\n\r]*"|[rR]'[^'\n\r]*'`,
  String.raw`"(?:${ESCAPE}|[^\\"\n\r])*"|'(?:${ESCAPE}|[^\\'\n\r])*'`,
].join('|');
const BYTES = new RegExp(`[bB](?:${QUOTED})`, 'y');
const STRING = new RegExp(QUOTED, 'y');
const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]*/y;
const OPERATOR = /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y;
const HIDDEN = /[\t \r\n\f]+|\/\/[^\n]*/y;
const KEYWORDS = ['in', 'true', 'false', 'null'];
/** Matches the start of a malformed string literal. */
const BROKEN_ESCAPE = String.raw`(?:\\(?:[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]?)?)?`;
const BROKEN_QUOTE = new RegExp(
  String.raw`[bB]?[rR]?(?:"(?:${ESCAPE}|[^\\"\n\r])*|'(?:${ESCAPE}|[^\\'\n\r])*)${BROKEN_ESCAPE}`,
  'y',
);

const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['BYTES', BYTES],
  ['STRING', STRING],
  ['NUM_FLOAT', FLOAT],
  ['NUM_UINT', UINT],
  ['NUM_INT', INT],
  ['IDENTIFIER', IDENTIFIER],
  ['', OPERATOR],
];

/** Splits an expression into tokens; invalid characters are skipped and reported. */
export function readTokens(text: string): { readonly tokens: readonly Token[]; readonly errors: SourceError[] } {
  const tokens: Token[] = [];
  const errors: SourceError[] = [];
  let at = 0;
  while (at < text.length) {
    const hidden = matchAt(HIDDEN, text, at);
    if (hidden) {
      at += hidden.length;
      continue;
    }
    const token = tokenAt(text, at);
    if (token) tokens.push(token);
    const length = token ? token.text.length : unknownLength(text, at);
    if (!token) {
      errors.push({
        at,
        message: `Syntax error: token recognition error at: '${shownText(text.slice(at, at + length))}'`,
      });
    }
    at += length;
  }
  tokens.push({ kind: 'EOF', text: '<EOF>', at: text.length });
  return { tokens, errors };
}

function tokenAt(text: string, at: number): Token | undefined {
  for (const [kind, pattern] of KINDS) {
    const found = matchAt(pattern, text, at);
    if (found) return { kind: kind === '' || KEYWORDS.includes(found) ? found : kind, text: found, at };
  }
  return undefined;
}

/** Returns the length of invalid text. An incomplete operator includes the character after it. */
function unknownLength(text: string, at: number): number {
  const quote = matchAt(BROKEN_QUOTE, text, at);
  const start = quote?.length ?? (/[=&|]/.test(text[at] ?? '') ? 1 : 0);
  const next = text.codePointAt(at + start);
  return next === undefined ? start : start + String.fromCodePoint(next).length;
}

const shownText = (text: string): string =>
  text.replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
