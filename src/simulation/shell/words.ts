import { type Running, work } from './program.ts';
import { pieceAt } from './tokens.ts';

/** The values to which words may refer. */
export interface WordValues {
  /** Returns the value of a variable; undefined when it is not set. */
  valueOf(name: string): string | undefined;
  /** Runs commands. Returns their output. */
  outputOf(script: string): Running<string>;
}

/** Maximum number of characters in a word, as on Linux, and in all words of a command. */
export const MOST_CHARACTERS = 128 * 1024;
const MOST_OF_COMMAND = 1024 * 1024;

/** Returns a word unchanged. @throws RangeError when it is too long */
function limited(word: string): string {
  if (word.length > MOST_CHARACTERS) throw new RangeError('Argument list too long');
  return word;
}

const VARIABLE = /^\$(?:\{(\w+|[?$])(?::?-([^}]*))?\}|(\w+|[?$]))$/;

/** Expands the words of a command. Values of unquoted variables and command substitutions are split at blanks. */
export function* expandWords(words: readonly string[], values: WordValues): Running<string[]> {
  const expanded: string[] = [];
  const size = { characters: 0 };
  for (const word of words) {
    const last = new Field(expanded, size);
    for (let rest = word; rest !== ''; ) {
      const piece = pieceAt(rest);
      rest = rest.slice(piece.length);
      if (isReference(piece)) last.addSplit(yield* referenceValue(piece, values));
      else last.add(yield* quotedText(piece, values));
    }
    last.finish();
  }
  yield* work(size.characters);
  return expanded;
}

/** Expands a word of an assignment or a redirection, which is not split. */
export function* expandWord(word: string, values: WordValues): Running<string> {
  let text = '';
  for (let rest = word; rest !== ''; ) {
    const piece = pieceAt(rest);
    rest = rest.slice(piece.length);
    text = limited(
      text + (isReference(piece) ? yield* referenceValue(piece, values) : yield* quotedText(piece, values)),
    );
  }
  yield* work(text.length);
  return text;
}

/** Collects the fields of one word. */
class Field {
  readonly #fields: string[];
  /** The size of all words of the command. */
  readonly #size: { characters: number };
  #text: string | undefined;

  constructor(fields: string[], size: { characters: number }) {
    this.#fields = fields;
    this.#size = size;
  }

  /** @throws RangeError when the word or the command is too long */
  add(text: string): void {
    this.#text = limited((this.#text ?? '') + text);
    this.#size.characters += text.length;
    if (this.#size.characters > MOST_OF_COMMAND) throw new RangeError('Argument list too long');
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

/** Returns the text of a quoted piece, an escaped character, or a plain character. */
function* quotedText(piece: string, values: WordValues): Running<string> {
  if (piece.startsWith("'")) return piece.slice(1, -1);
  if (piece.startsWith('\\')) return piece === '\\\n' ? '' : piece.slice(1);
  if (!piece.startsWith('"')) return piece;
  let text = '';
  for (let rest = piece.slice(1, -1); rest !== ''; ) {
    const escaped = /^\\([`"\\$])/.exec(rest);
    const inside = escaped?.[0] ?? (/^['"\\]/.test(rest) ? rest.slice(0, 1) : pieceAt(rest));
    rest = rest.slice(inside.length);
    text = limited(text + (escaped?.[1] ?? (isReference(inside) ? yield* referenceValue(inside, values) : inside)));
  }
  return text;
}
