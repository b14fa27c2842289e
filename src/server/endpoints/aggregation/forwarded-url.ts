/** Returns a path as Go writes it: decoded, then encoded with the fewest escapes that a path allows. */
export function goPath(pathname: string): string {
  try {
    return encodeURI(decodeURIComponent(pathname)).replace(/[?#!'()*]/g, percentEncoded);
  } catch {
    return pathname; // Not percent-encoded, as `%zz`: forwarded as sent.
  }
}

/** Returns a query as Go's url.Values.Encode writes it: sorted by key, the values of a key in their order. */
export const goQuery = (parameters: URLSearchParams): string =>
  [...parameters]
    .map(([key, value]) => [goEscaped(key), goEscaped(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${key}=${value}`)
    .join('&');

const goEscaped = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, percentEncoded)
    .replaceAll('%20', '+');

const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
