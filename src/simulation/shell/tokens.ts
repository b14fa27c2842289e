/** A redirection of a command as written. */
export interface WrittenRedirection {
  readonly stream: 'stdin' | 'stdout' | 'stderr';
  readonly isAppended: boolean;
  /** The word after it; undefined when the operator itself names a stream. */
  readonly target: string | undefined;
}

export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'operator'; readonly text: string }
  | ({ readonly kind: 'redirection' } & WrittenRedirection);

const BLANK = /^(?:[ \t\r]|\\\n)+/;
const COMMENT = /^#[^\n]*/;
const OPERATOR = /^(?:&&|\|\||;|\n|\||\(|\))/;
const UNSUPPORTED = /^(?:<<|;;|&)/;
const REDIRECTION = /^([012]?)(>>|>|<)(&[12])?/;
const WORD_END = /^[\s;&|()<>]/;

/** Splits a script into words, operators and redirections. @throws SyntaxError with the shell's message */
export function tokensOf(script: string): Token[] {
  const tokens: Token[] = [];
  for (let rest = script; rest !== ''; ) {
    const skipped = (BLANK.exec(rest) ?? COMMENT.exec(rest))?.[0];
    const piece = skipped ?? addToken(rest, tokens);
    rest = rest.slice(piece.length);
  }
  const last = tokens.at(-1);
  if (last?.kind === 'redirection' && last.target === undefined)
    throw new SyntaxError('syntax error: unexpected newline');
  return tokens;
}

/** Adds the token at the start of a text. Returns the token's text. */
function addToken(rest: string, tokens: Token[]): string {
  const last = tokens.at(-1);
  const opened = last?.kind === 'redirection' && last.target === undefined ? last : undefined;
  const redirection = REDIRECTION.exec(rest);
  const unsupported = UNSUPPORTED.exec(rest)?.[0];
  const operator = OPERATOR.exec(rest)?.[0];
  const isAnd = operator === '&&';
  if (unsupported !== undefined && !isAnd) throw new SyntaxError(`syntax error: unexpected "${unsupported}"`);
  if (opened && (redirection || operator)) throw new SyntaxError('syntax error: unexpected newline');
  if (redirection) {
    const [whole, digit, kind, target] = redirection;
    const stream = kind === '<' ? 'stdin' : digit === '2' ? 'stderr' : 'stdout';
    tokens.push({ kind: 'redirection', stream, isAppended: kind === '>>', target });
    return whole;
  }
  if (operator !== undefined) {
    tokens.push({ kind: 'operator', text: operator });
    return operator;
  }
  const word = wordAt(rest);
  if (opened) tokens.splice(-1, 1, { ...opened, target: word });
  else tokens.push({ kind: 'word', text: word });
  return word;
}

function wordAt(rest: string): string {
  let word = '';
  while (word.length < rest.length && !WORD_END.test(rest.slice(word.length))) word += pieceAt(rest.slice(word.length));
  return word;
}

/** Returns the piece of a word at the start of a text: a quoted text with its quotes, a substitution or a character. */
export function pieceAt(rest: string): string {
  if (rest.startsWith('\\')) return rest.slice(0, 2);
  if (rest.startsWith("'")) return closed(/^'[^']*'/.exec(rest));
  if (rest.startsWith('"')) return quotedAt(rest);
  if (rest.startsWith('$(')) return substitutionAt(rest);
  if (rest.startsWith('`')) return closed(/^`(?:[^`\\]|\\[\s\S])*`/.exec(rest));
  return /^\$(?:\{[^}]*\}|\w+|[?$])/.exec(rest)?.[0] ?? rest.slice(0, 1);
}

function closed(found: RegExpExecArray | null): string {
  if (!found) throw new SyntaxError('syntax error: unterminated quoted string');
  return found[0];
}

/** Returns a text in double quotes. Substitutions in it may contain quotes. */
function quotedAt(rest: string): string {
  let length = 1;
  while (length < rest.length && rest[length] !== '"') {
    const inside = rest.slice(length);
    length += inside.startsWith("'") ? 1 : pieceAt(inside).length;
  }
  if (rest[length] !== '"') throw new SyntaxError('syntax error: unterminated quoted string');
  return rest.slice(0, length + 1);
}

/** Returns `$(…)`. @throws SyntaxError for arithmetic, which is not supported */
function substitutionAt(rest: string): string {
  if (rest.startsWith('$((')) throw new SyntaxError('syntax error: unexpected "(("');
  let depth = 1;
  let length = 2;
  while (length < rest.length && depth > 0) {
    const piece = pieceAt(rest.slice(length));
    if (piece === '(') depth++;
    if (piece === ')') depth--;
    length += piece.length;
  }
  if (depth > 0) throw new SyntaxError('syntax error: unexpected end of file');
  return rest.slice(0, length);
}
