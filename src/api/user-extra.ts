import { binaryBytes } from './encoding/base64.ts';
import { utf8Text } from './encoding/utf8.ts';

/**
 * The key of an extra value as a header's name holds it: in lower case, percent-encoded. What does not decode is taken
 * as it stands.
 */
export function extraKeyOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded.toLowerCase());
  } catch {
    return encoded.toLowerCase();
  }
}

/** Values by key, in order. Any key is taken for a mere name, `__proto__` too. */
export function extraOf(pairs: Iterable<readonly [key: string, value: string]>): Record<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [key, value] of pairs) values.set(key, [...(values.get(key) ?? []), value]);
  return Object.fromEntries(values);
}

/** A header's value as text: the platform hands over bytes as characters, and they are UTF-8. */
export const headerText = (header: string | null): string => (header === null ? '' : utf8Text(binaryBytes(header)));

/** The values of a header that may have been sent several times: they arrive as one, joined by ", ". */
export const headerValues = (header: string | null): readonly string[] =>
  header === null ? [] : headerText(header).split(', ');
