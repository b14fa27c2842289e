export interface ChangedPart {
  /** Offset of the part in both texts. */
  readonly start: number;
  /** Offset of its end in the former text. */
  readonly end: number;
  /** The replacement. */
  readonly inserted: string;
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

/** Returns the part in which a text differs from a former one, from the first changed line to the last. */
export function changedPart(former: string, text: string): ChangedPart {
  const [before, after] = [linesOf(former), linesOf(text)];
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && before[first] === after[first]) first += 1;
  let last = 0;
  while (last < shorter - first && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  const inserted = after.slice(first, after.length - last).join('');
  const start = before.slice(0, first).join('').length;
  return { start, end: former.length - after.slice(after.length - last).join('').length, inserted };
}
