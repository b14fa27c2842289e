const isLetter = (character: string): boolean => /\p{L}/u.test(character);
const isDigit = (character: string | undefined): boolean => character !== undefined && /\d/.test(character);

/** Compares two keys as go-yaml v2 sorts them: letters after other characters, and numbers by their value. */
export function compareYamlKeys(a: string, b: string): number {
  const index = [...a].findIndex((character, position) => character !== b[position]);
  if (index < 0) return a.length - b.length;
  const [left, right] = [a[index] ?? '', b[index]];
  if (right === undefined) return 1;
  if (isLetter(left) && isLetter(right)) return left < right ? -1 : 1;
  if (isLetter(left) || isLetter(right)) return isLetter(right) ? -1 : 1;
  const [first, second] = [numberAt(a, index), numberAt(b, index)];
  if (first.value !== second.value) return first.value - second.value;
  if (first.end !== second.end) return first.end - second.end;
  return left < right ? -1 : 1;
}

/** Returns the number that begins at a position, preceded by a 1 when a digit other than zero stands before it. */
function numberAt(text: string, start: number): { readonly value: number; readonly end: number } {
  let end = start;
  while (isDigit(text[end])) end += 1;
  let begin = start;
  while (isDigit(text[begin - 1])) begin -= 1;
  const isContinued = text[start] === '0' && /[1-9]/.test(text.slice(begin, start));
  return { value: Number(`${isContinued ? '1' : ''}${text.slice(start, end)}` || '0'), end };
}
