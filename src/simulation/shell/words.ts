import type { Redirection } from './redirections.ts';

const OPERATOR = /^(&&|\|\||;|\n)/;
const UNSUPPORTED = /^[|&()`]|^<</;
const REDIRECTION = /^([12]?)(>>|>|<)(&[12])?(?!<)/;
const VARIABLE = /^\$(?:\{(\w+|\?|\$)\}|(\w+|\?|\$))/;

type Operator = ';' | '&&' | '||';

/** A command of a line. */
export interface Step {
  /** How it is joined to the one before it. */
  readonly when: Operator;
  /** Returns its words and redirections. `lookUp` returns the value of a variable. */
  expand(lookUp: LookUp): Command;
}

export interface Command {
  readonly words: readonly string[];
  readonly redirections: readonly Redirection[];
}

type LookUp = (name: string) => string;

/**
 * Splits a line into commands. Quotes, backslashes and variables have their usual meaning; words of variables are not
 * split.
 * @throws SyntaxError with the shell's message
 */
export function parseLine(line: string): Step[] {
  return splitSteps(line).map(({ when, text }) => ({ when, expand: (lookUp) => commandOf(text, lookUp) }));
}

/** Returns the commands of a line as text, without the operators between them. */
function splitSteps(line: string): { when: Operator; text: string }[] {
  const steps: { when: Operator; text: string }[] = [];
  let when: Operator = ';';
  let text = '';
  const finish = (operator: string, isEnd: boolean): void => {
    const isEmpty = text.trim() === '';
    if (isEmpty && !isEnd && operator !== '\n') throw new SyntaxError(`syntax error: unexpected "${operator}"`);
    if (isEmpty && isEnd && when !== ';') throw new SyntaxError('syntax error: unexpected end of file');
    if (!isEmpty) steps.push({ when, text });
    if (!isEmpty || operator !== '\n') when = operator === '&&' || operator === '||' ? operator : ';';
    text = '';
  };
  for (let rest = line; rest !== ''; ) {
    const operator = OPERATOR.exec(rest)?.[0];
    const unsupported = UNSUPPORTED.exec(rest)?.[0];
    if (operator === undefined && unsupported) throw new SyntaxError(`syntax error: unexpected "${unsupported}"`);
    const piece = operator ?? redirectionAt(rest, /(^|\s)$/.test(text))?.[0] ?? pieceOf(rest);
    if (operator) finish(operator, false);
    else text += piece;
    rest = rest.slice(piece.length);
  }
  finish('', true);
  return steps;
}

/** Returns a quoted text with its quotes, an escaped character, or a plain character. */
function pieceOf(rest: string): string {
  const quote = rest[0];
  if (quote === '\\') return rest.slice(0, 2);
  if (quote !== '"' && quote !== "'") return rest.slice(0, 1);
  const quoted = (quote === '"' ? /^"(?:[^"\\]|\\[\s\S])*"/ : /^'[^']*'/).exec(rest)?.[0];
  if (quoted === undefined) throw new SyntaxError('syntax error: unterminated quoted string');
  return quoted;
}

/** Finds a redirection operator. Only a digit that begins a word belongs to it. */
const redirectionAt = (rest: string, isWordStart: boolean): RegExpExecArray | null =>
  isWordStart || !/^\d/.test(rest) ? REDIRECTION.exec(rest) : null;

function commandOf(text: string, lookUp: LookUp): Command {
  const words: string[] = [];
  const redirections: Redirection[] = [];
  let word: string | undefined;
  let opened: Omit<Redirection, 'target'> | undefined;
  const add = (part: string): void => {
    word = (word ?? '') + part;
  };
  const finish = (): void => {
    if (word !== undefined && opened) redirections.push({ ...opened, target: word });
    else if (word !== undefined) words.push(word);
    if (word !== undefined) opened = undefined;
    word = undefined;
  };
  for (let rest = text; rest !== ''; ) {
    const operator = redirectionAt(rest, word === undefined);
    const piece = operator?.[0] ?? VARIABLE.exec(rest)?.[0] ?? pieceOf(rest);
    rest = rest.slice(piece.length);
    if (operator) {
      finish();
      const [, digit, kind, target] = operator;
      const stream = kind === '<' ? 'stdin' : digit === '2' ? 'stderr' : 'stdout';
      opened = { stream, isAppended: kind === '>>' };
      if (target) word = target;
      if (target) finish();
    } else if (/^\s$/.test(piece)) finish();
    else if (piece === '#' && word === undefined) break;
    else {
      const value = textOfPiece(piece, lookUp);
      // An unquoted variable without a value is no word.
      if (value !== '' || !piece.startsWith('$')) add(value);
    }
  }
  finish();
  if (opened) throw new SyntaxError('syntax error: unexpected newline');
  return { words, redirections };
}

/** Returns the text that a piece of a word stands for. */
function textOfPiece(piece: string, lookUp: LookUp): string {
  if (piece.startsWith("'")) return piece.slice(1, -1);
  if (piece.startsWith('"')) return expandQuoted(piece.slice(1, -1), lookUp);
  if (piece.startsWith('\\')) return piece.slice(1);
  return piece.startsWith('$') && piece.length > 1 ? expandQuoted(piece, lookUp) : piece;
}

const expandQuoted = (text: string, lookUp: LookUp): string =>
  text.replace(
    /\\(["\\$`])|\$(?:\{(\w+|\?|\$)\}|(\w+|\?|\$))/g,
    (_, escaped?: string, braced?: string, plain?: string) => escaped ?? lookUp(braced ?? plain ?? ''),
  );
