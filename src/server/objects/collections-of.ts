import { BoundedMap } from '../../api/memory/bounded-map.ts';

const MOST_REMEMBERED = 1024;

/** By the smallest collection of a key. */
const remembered = new BoundedMap<string, readonly string[]>(MOST_REMEMBERED);

/**
 * Returns the prefixes of the collections that contain a key, the largest collection first. They end with a slash and
 * exclude the root.
 */
export function collectionsOf(key: string): readonly string[] {
  const smallest = key.slice(0, key.lastIndexOf('/') + 1);
  let prefixes = remembered.get(smallest);
  if (!prefixes) {
    prefixes = prefixesOf(smallest);
    remembered.set(smallest, prefixes);
  }
  return prefixes;
}

function prefixesOf(key: string): string[] {
  const prefixes: string[] = [];
  for (let slash = key.indexOf('/', 1); slash >= 0; slash = key.indexOf('/', slash + 1))
    prefixes.push(key.slice(0, slash + 1));
  return prefixes;
}
