import type { Running } from './program.ts';
import { pieceAt } from './tokens.ts';

/** What words may refer to. */
export interface WordValues {
  /** Returns the value of a variable; undefined when it has none. */
  valueOf(name: string): string | undefined;
  /** Runs commands. Returns what they write. */
  outputOf(script: string): Running<string>;
}

const VARIABLE = /^\$(?:\{(\w+|[?$])(?::?-([^}]*))?\}|(\w+|[?$]))$/;

/** Returns what the words of a command stand for. What unquoted variables and commands give is split at its blanks. */
export function* expandWords(words: readonly string[], values: WordValues): Running<string[]> {
  const expanded: string[] = [];
  for (const word of words) {
    const last = new Field(expanded);
    for (let rest = word; rest !== ''; ) {
      const piece = pieceAt(rest);
      rest = rest.slice(piece.length);
      if (isReference(piece)) last.addSplit(yield* referenceValue(piece, values));
      else last.add(yield* quotedText(piece, values));
    }
    last.finish();
  }
  return expanded;
}

/** Returns what a word stands for that is not split: of an assignment or a redirection. */
export function* expandWord(word: string, values: WordValues): Running<string> {
  let text = '';
  for (let rest = word; rest !== ''; ) {
    const piece = pieceAt(rest);
    rest = rest.slice(piece.length);
    text += isReference(piece) ? yield* referenceValue(piece, values) : yield* quotedText(piece, values);
  }
  return text;
}

/** Collects the fields of one word. */
class Field {
  readonly #fields: string[];
  #text: string | undefined;

  constructor(fields: string[]) {
    this.#fields = fields;
  }

  add(text: string): void {
    this.#text = (this.#text ?? '') + text;
  }

  addSplit(text: string): void {
    for (const part of text.split(/([ \t\n]+)/)) {
      if (/^[ \t\n]/.test(part)) this.finish();
      else if (part !== '') this.add(part);
    }
  }

  finish(): void {
    if (this.#text !== undefined) this.#fields.push(this.#text);
    this.#text = undefined;
  }
}

const isReference = (piece: string): boolean => piece.startsWith('`') || (piece.startsWith('$') && piece.length > 1);

function* referenceValue(piece: string, { valueOf: lookUp, outputOf }: WordValues): Running<string> {
  if (piece.startsWith('`')) return yield* outputOf(piece.slice(1, -1).replace(/\\([`\\$])/g, '$1'));
  if (piece.startsWith('$(')) return yield* outputOf(piece.slice(2, -1));
  const [, braced, fallback = '', plain = ''] = VARIABLE.exec(piece) ?? [];
  if (braced === undefined && plain === '') throw new SyntaxError('syntax error: bad substitution');
  return lookUp(braced ?? plain) || fallback;
}

/** Returns the text of a quoted piece, an escaped character, or a plain one. */
function* quotedText(piece: string, values: WordValues): Running<string> {
  if (piece.startsWith("'")) return piece.slice(1, -1);
  if (piece.startsWith('\\')) return piece === '\\\n' ? '' : piece.slice(1);
  if (!piece.startsWith('"')) return piece;
  let text = '';
  for (let rest = piece.slice(1, -1); rest !== ''; ) {
    const escaped = /^\\([`"\\$])/.exec(rest);
    const inside = escaped?.[0] ?? (/^['"\\]/.test(rest) ? rest.slice(0, 1) : pieceAt(rest));
    rest = rest.slice(inside.length);
    text += escaped?.[1] ?? (isReference(inside) ? yield* referenceValue(inside, values) : inside);
  }
  return text;
}
