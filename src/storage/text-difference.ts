/**
 * A text as parts of another text. Two successive numbers are the start and end of a copied part. A string is a literal
 * part.
 */
export type TextDifference = readonly (string | number)[];

/** Minimum length of searched parts. A shorter part takes about as much memory as a literal. */
const SHORTEST_SEARCHED = 64;
const PROBE = 24;
const SHORTEST_COMPARED = 16;

/** Returns `text` as parts of `base`. It is small when both are states of one object. */
export function differenceFrom(base: string, text: string): TextDifference {
  const parts: (string | number)[] = [];
  addParts(parts, base, 0, base.length, text, 0, text.length);
  return parts.slice(); // without spare capacity
}

/** Returns the text that has this difference from `base`. */
export function textFrom(base: string, difference: TextDifference): string {
  const texts: string[] = [];
  for (let index = 0; index < difference.length; index++) {
    const part = difference[index];
    if (typeof part === 'string') texts.push(part);
    else texts.push(base.slice(part, difference[++index] as number));
  }
  return texts.join('');
}

/** Adds the parts of a range of `text`: its common beginning and end with a range of `base`, and the parts between them. */
function addParts(
  parts: (string | number)[],
  base: string,
  baseStart: number,
  baseEnd: number,
  text: string,
  start: number,
  end: number,
): void {
  const before = commonBeginning(base, baseStart, baseEnd, text, start, end);
  const after = commonEnd(base, baseStart + before, baseEnd, text, start + before, end);
  if (before > 0) parts.push(baseStart, baseStart + before);
  addMiddle(parts, base, baseStart + before, baseEnd - after, text, start + before, end - after);
  if (after > 0) parts.push(baseEnd - after, baseEnd);
}

/** Searches `base` for the middle of the range of `text`, and continues on both sides of it. */
function addMiddle(
  parts: (string | number)[],
  base: string,
  baseStart: number,
  baseEnd: number,
  text: string,
  start: number,
  end: number,
): void {
  if (start === end) return;
  const probe = (start + end - PROBE) >> 1;
  const found = end - start < SHORTEST_SEARCHED ? -1 : base.indexOf(text.slice(probe, probe + PROBE), baseStart);
  if (found < 0 || found + PROBE > baseEnd) {
    parts.push(detached(text, start, end));
    return;
  }
  const left = commonEnd(base, baseStart, found, text, start, probe);
  addParts(parts, base, baseStart, found - left, text, start, probe - left);
  const right = commonBeginning(base, found, baseEnd, text, probe, end);
  parts.push(found - left, found + right);
  addParts(parts, base, found + right, baseEnd, text, probe + right, end);
}

function commonBeginning(one: string, oneStart: number, oneEnd: number, other: string, start: number, end: number) {
  const most = Math.min(oneEnd - oneStart, end - start);
  let length = 0;
  // Comparing slices is many times faster than comparing characters.
  for (let step = most >> 1; step > SHORTEST_COMPARED; step >>= 1) {
    const [from, to] = [oneStart + length, start + length];
    if (one.slice(from, from + step) === other.slice(to, to + step)) length += step;
  }
  while (length < most && one.charCodeAt(oneStart + length) === other.charCodeAt(start + length)) length++;
  return length;
}

function commonEnd(one: string, oneStart: number, oneEnd: number, other: string, start: number, end: number) {
  const most = Math.min(oneEnd - oneStart, end - start);
  let length = 0;
  for (let step = most >> 1; step > SHORTEST_COMPARED; step >>= 1) {
    const [from, to] = [oneEnd - length, end - length];
    if (one.slice(from - step, from) === other.slice(to - step, to)) length += step;
  }
  while (length < most && one.charCodeAt(oneEnd - 1 - length) === other.charCodeAt(end - 1 - length)) length++;
  return length;
}

/** Returns a part of a text as an independent string: a slice would keep the whole text in memory. */
const detached = (text: string, start: number, end: number): string =>
  [text.slice(start, start + 1), text.slice(start + 1, end)].join('');
