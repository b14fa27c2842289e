/** Compares two keys as go-yaml v2 sorts them: letters after other characters, and numbers by their value. */
export function compareKeys(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  const [left, right] = [one[index], other[index]];
  if (left === undefined || right === undefined) return one.length - other.length;
  const isName = isLetter(left);
  if (isName !== isLetter(right)) return isName ? 1 : -1;
  return (isName ? 0 : compareNumbers(one, other, index)) || (left < right ? -1 : 1);
}

/** Compares the numbers at the first difference of two texts, and then their lengths. */
function compareNumbers(one: string, other: string, index: number): number {
  const [first, second] = [digitsFrom(one, index), digitsFrom(other, index)];
  // A zero counts as part of the number before it.
  const lead = (one[index] === '0' || other[index] === '0') && /[1-9]0*$/.test(one.slice(0, index)) ? '1' : '';
  return Number(lead + first) - Number(lead + second) || first.length - second.length;
}

const isLetter = (character: string): boolean => /[a-zA-Z]/.test(character) || /\p{L}/u.test(character);

const digitsFrom = (text: string, start: number): string => /^\d*/.exec(text.slice(start))?.[0] ?? '';
