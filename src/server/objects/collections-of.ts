/** Returns the prefixes of a key that end with a slash, below the root: those of its collections, the largest first. */
export function collectionsOf(key: string): string[] {
  const prefixes: string[] = [];
  for (let slash = key.indexOf('/', 1); slash >= 0; slash = key.indexOf('/', slash + 1))
    prefixes.push(key.slice(0, slash + 1));
  return prefixes;
}
