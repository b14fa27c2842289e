import { type LearnedTemplate, lengthOf } from './template.ts';

/** Separates the own parts of a text. Compact JSON does not contain this character. */
const SEPARATOR = '\n';
const SEPARATOR_CODE = SEPARATOR.charCodeAt(0);

/** Begins a reference to an equal earlier part: a name or time often occurs several times in an object. */
const REFERENCE = '\r';
const SHORTEST_REFERRED = 12;

/**
 * A template of texts, which are split at quotes. The objects of a collection differ in little more than names, times
 * and addresses.
 */
export class TextTemplate implements LearnedTemplate<string, string> {
  readonly #sample: string;
  /** The indexes of the pieces that differ in other texts. */
  readonly #varying: ReadonlySet<number>;
  readonly #parts: readonly string[];
  readonly #pieceCount: number;
  readonly length: number;

  private constructor(sample: string, varying: ReadonlySet<number>) {
    this.#sample = sample;
    this.#varying = varying;
    const pieces = sample.split('"');
    this.#pieceCount = pieces.length;
    this.#parts = partsOf(pieces, varying);
    this.length = lengthOf(this.#parts);
  }

  /** @param sample a text of the shape */
  static of(sample: string): TextTemplate {
    return new TextTemplate(sample, new Set());
  }

  get sampleLength(): number {
    return this.#sample.length;
  }

  own(text: string): string | undefined {
    const [first = '', ...further] = this.#parts;
    const last = further.pop();
    if (last === undefined || !text.startsWith(first) || !text.endsWith(last) || !isSeparable(text)) return undefined;
    const own: string[] = [];
    let start = first.length;
    for (const part of further) {
      const end = text.indexOf(part, start);
      if (end < 0) return undefined;
      addOwn(own, text.slice(start, end));
      start = end + part.length;
    }
    const end = text.length - last.length;
    if (start > end) return undefined;
    addOwn(own, text.slice(start, end));
    // The last separator forces a new string in any case: a slice would keep the whole text in memory.
    return own.join(SEPARATOR) + SEPARATOR;
  }

  text(own: string): string {
    const parts = this.#parts;
    const owned = own.split(SEPARATOR);
    const texts: string[] = [];
    for (let index = 0; index < parts.length - 1; index++) {
      const part = owned[index] ?? '';
      const isReference = part.startsWith(REFERENCE);
      texts.push(parts[index] ?? '', isReference ? (owned[part.charCodeAt(1)] ?? '') : part);
    }
    texts.push(parts.at(-1) ?? '');
    return texts.join('');
  }

  lengthOf(own: string): number {
    return this.length + own.length;
  }

  including(text: string): TextTemplate | undefined {
    const pieces = text.split('"');
    if (pieces.length !== this.#pieceCount) return undefined;
    const known = this.#sample.split('"');
    const varying = new Set(this.#varying);
    for (const [index, piece] of pieces.entries()) if (piece !== known[index]) varying.add(index);
    return new TextTemplate(text, varying);
  }
}

/** Returns the fixed texts between the varying pieces. */
function partsOf(pieces: readonly string[], varying: ReadonlySet<number>): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (varying.has(index)) {
      parts.push([...part, ''].join('"'));
      part = [''];
    } else part.push(piece);
  }
  return [...parts, part.join('"')];
}

/** Reports whether the own parts of a text can be joined unambiguously. */
const isSeparable = (text: string): boolean => !text.includes(SEPARATOR) && !text.includes(REFERENCE);

/**
 * Adds a part, or a reference to an equal earlier part. The reference is a character below U+0100, so that strings stay
 * one-byte.
 */
function addOwn(own: string[], part: string): void {
  const earlier = part.length < SHORTEST_REFERRED ? -1 : own.indexOf(part);
  const isReferred = earlier >= 0 && earlier <= 255 && earlier !== SEPARATOR_CODE;
  own.push(isReferred ? REFERENCE + String.fromCharCode(earlier) : part);
}
