import { splitCommaList } from './comma-list.ts';

/** Maximum number of namespaces that are selected at once: each list then has a list request and a watch for every one. */
export const MOST_NAMESPACES = 8;

export const ALL_NAMESPACES = 'All namespaces';

/** Returns the namespaces of an address, such as `shop,web`, in the order of their selection. None means all. */
export const readNamespaces = (text: string | undefined): readonly string[] =>
  [...new Set(splitCommaList(text ?? ''))].slice(0, MOST_NAMESPACES);

/** Formats namespaces for an address; undefined for all. */
export const namespaceParameter = (names: readonly string[]): string | undefined => names.join(',') || undefined;

/** Returns the selected namespace for what happens in one: the first. Undefined when all are selected. */
export const firstNamespace = (text: string | undefined): string | undefined => readNamespaces(text)[0];

/** Formats namespaces within a sentence: `namespaces shop, web`. */
export const namespacesText = (names: readonly string[]): string =>
  `${names.length === 1 ? 'namespace' : 'namespaces'} ${names.join(', ')}`;

/**
 * Returns the selections that a typed text can mean, as parameters of an address. Names may be cut off: the last one stands
 * for all namespaces that begin with it, an earlier one for the first of them. A name that begins no known one is taken as
 * it is, because the user may not be allowed to list namespaces.
 */
export function completeNamespaces(
  text: string | undefined,
  known: readonly string[],
): readonly (string | undefined)[] {
  const complete = (name: string): readonly string[] => {
    const found = known.filter((each) => each.startsWith(name)).sort();
    return found.length === 0 || found.includes(name) ? [name] : found;
  };
  const typed = readNamespaces(text).map(complete);
  const earlier = typed.slice(0, -1).flatMap((names) => names.slice(0, 1));
  return typed.at(-1)?.map((last) => namespaceParameter([...new Set([...earlier, last])])) ?? [undefined];
}
