/** Stands between the parts of a text that are its own. JSON has none outside of its white space. */
const SEPARATOR = '\n';
const SEPARATOR_CODE = SEPARATOR.charCodeAt(0);

/** Begins a reference to an earlier own part, which is equal: one name or time stands in several places of an object. */
const REFERENCE = '\r';
const SHORTEST_REFERRED = 12;

/**
 * What texts of one shape have in common: a text is these parts with a part of its own between any two. The objects of a
 * collection differ in little more than names, times and addresses.
 */
export class TextTemplate {
  readonly #sample: string;
  /** The pieces of the sample, which quotes separate, that differ in other texts. */
  readonly #varying: ReadonlySet<number>;
  readonly #parts: readonly string[];
  readonly pieceCount: number;

  /** @param sample a text of the shape */
  constructor(sample: string, varying: ReadonlySet<number> = new Set()) {
    this.#sample = sample;
    this.#varying = varying;
    const pieces = sample.split('"');
    this.pieceCount = pieces.length;
    this.#parts = partsOf(pieces, varying);
  }

  /** The length of what the texts have in common. */
  get length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0);
  }

  /** Returns what a text has of its own; undefined when it has not the parts of the template. */
  own(text: string): string | undefined {
    const [first = '', ...further] = this.#parts;
    const last = further.pop();
    if (last === undefined || !text.startsWith(first) || !text.endsWith(last)) return undefined;
    if (text.includes(SEPARATOR) || text.includes(REFERENCE)) return undefined;
    const own: string[] = [];
    let start = first.length;
    for (const part of further) {
      const end = text.indexOf(part, start);
      if (end < 0) return undefined;
      own.push(referred(own, text.slice(start, end)));
      start = end + part.length;
    }
    const end = text.length - last.length;
    if (start > end) return undefined;
    // The last separator makes it a text of its own in any case: a slice would keep the whole text in memory.
    own.push(referred(own, text.slice(start, end)), '');
    return own.join(SEPARATOR);
  }

  /** Returns the text that has `own` of its own. */
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

  /** Returns a template for a further text, too; undefined when the text has another shape. */
  including(text: string): TextTemplate | undefined {
    const pieces = text.split('"');
    if (pieces.length !== this.pieceCount) return undefined;
    const known = this.#sample.split('"');
    const varying = new Set(this.#varying);
    for (const [index, piece] of pieces.entries()) if (piece !== known[index]) varying.add(index);
    return new TextTemplate(text, varying);
  }
}

/** Returns a part, or a reference to an earlier one that is equal. Its number is below that of characters with two bytes. */
function referred(own: readonly string[], part: string): string {
  if (part.length < SHORTEST_REFERRED) return part;
  const earlier = own.indexOf(part);
  return earlier < 0 || earlier > 255 || earlier === SEPARATOR_CODE ? part : REFERENCE + String.fromCharCode(earlier);
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
