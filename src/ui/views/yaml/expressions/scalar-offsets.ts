import type { Scalar } from 'yaml';

const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/.test(character);

/** Returns the length of the run of white space at an offset. */
function spacesAt(text: string, offset: number): number {
  let end = offset;
  while (isSpace(text[end])) end++;
  return end - offset;
}

/** Lengths of escapes with a number, by their letter. */
const ESCAPES: Readonly<Record<string, number>> = { x: 4, u: 6, U: 10 };

/**
 * Returns the offset in a YAML text of each character of a value and of its end, in any style. Where lines are folded,
 * characters of white space share an offset.
 */
export function scalarOffsets(text: string, { range, type, value }: Scalar): readonly number[] {
  const written = String(value ?? '');
  let at = range?.[0] ?? 0;
  if (type?.startsWith('QUOTE')) at++;
  if (type?.startsWith('BLOCK')) {
    at = text.indexOf('\n', at) + 1 || text.length;
    if (!isSpace(written[0])) at += spacesAt(text, at);
  }
  const offsets: number[] = [];
  while (offsets.length < written.length) {
    const index = offsets.length;
    const spaces = Math.min(spacesAt(written, index), spacesAt(text, at) > 0 ? Number.POSITIVE_INFINITY : 0);
    if (type === 'QUOTE_DOUBLE' && text[at] === '\\') {
      // An escaped line break is no part of the value.
      if (text[at + 1] === '\n') {
        at += 1 + spacesAt(text, at + 1);
        continue;
      }
      offsets.push(at);
      at += ESCAPES[text[at + 1] ?? ''] ?? 2;
    } else if (spaces > 0) {
      const length = spacesAt(text, at);
      for (let step = 0; step < spaces; step++) offsets.push(at + Math.min(step, length - 1));
      at += length;
    } else {
      offsets.push(at);
      at += type === 'QUOTE_SINGLE' && text[at] === "'" ? 2 : 1;
    }
  }
  offsets.push(at);
  return offsets;
}

/** Returns the offset in a value of an offset in its text. */
export const offsetInScalar = (offsets: readonly number[], offset: number): number =>
  Math.max(
    0,
    offsets.findLastIndex((start) => start <= offset),
  );
