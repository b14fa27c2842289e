/** The number of edits up to which a name counts as a misspelling. */
const MOST_EDITS = 3;

/** Returns the name that a misspelt text most probably means; undefined when none is near. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, distance: name.startsWith(text) ? 0 : editDistance(text, name) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= Math.min(MOST_EDITS, Math.max(1, text.length - 1)) ? best.name : undefined;
}

/** Returns the number of characters to insert, remove or replace (Levenshtein). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
