const OPERATOR = /^(&&|\|\||;|\n)/;
const UNSUPPORTED = /^[|&<>()`]/;
const VARIABLE = /^\$(?:\{(\w+|\?|\$)\}|(\w+|\?|\$))/;

type Operator = ';' | '&&' | '||';

/** A command of a line. */
export interface Step {
  /** How it is joined to the one before it. */
  readonly when: Operator;
  /** Returns its words. `lookUp` returns the value of a variable. */
  expand(lookUp: LookUp): string[];
}

type LookUp = (name: string) => string;

/**
 * Splits a line into commands. Quotes, backslashes and variables have their usual meaning; words of variables are not
 * split.
 * @throws SyntaxError with the shell's message
 */
export function parseLine(line: string): Step[] {
  return splitSteps(line).map(({ when, text }) => ({ when, expand: (lookUp) => wordsOf(text, lookUp) }));
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
    const piece = operator ?? pieceOf(rest);
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

function wordsOf(text: string, lookUp: LookUp): string[] {
  const words: string[] = [];
  let word: string | undefined;
  const add = (part: string): void => {
    word = (word ?? '') + part;
  };
  for (let rest = text; rest !== ''; ) {
    const piece = VARIABLE.exec(rest)?.[0] ?? pieceOf(rest);
    rest = rest.slice(piece.length);
    if (/^\s$/.test(piece)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (piece === '#' && word === undefined) break;
    else if (piece.startsWith("'")) add(piece.slice(1, -1));
    else if (piece.startsWith('"')) add(expandQuoted(piece.slice(1, -1), lookUp));
    else if (piece.startsWith('\\')) add(piece.slice(1));
    else if (piece.startsWith('$') && piece.length > 1) {
      const value = expandQuoted(piece, lookUp);
      if (value !== '') add(value);
    } else add(piece);
  }
  return word === undefined ? words : [...words, word];
}

const expandQuoted = (text: string, lookUp: LookUp): string =>
  text.replace(
    /\\(["\\$`])|\$(?:\{(\w+|\?|\$)\}|(\w+|\?|\$))/g,
    (_, escaped?: string, braced?: string, plain?: string) => escaped ?? lookUp(braced ?? plain ?? ''),
  );
