import { addOwn, isSeparable, joinedOwn, type LearnedTemplate, lengthOf, textOf } from './template.ts';

/**
 * A template of texts, whose pieces are what quotes separate. The objects of a collection differ in little more than
 * names, times and addresses.
 */
export class TextTemplate implements LearnedTemplate<string> {
  readonly #sample: string;
  /** The pieces of the sample that differ in other texts. */
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
    return joinedOwn(own);
  }

  text(own: string): string {
    return textOf(this.#parts, own);
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

/** Joins the pieces between those that vary. */
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
