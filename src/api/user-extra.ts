import { binaryBytes, binaryText } from './encoding/base64.ts';
import { utf8Bytes, utf8Text } from './encoding/utf8.ts';

/**
 * Decodes the key of an extra value from a header name: lower-case and percent-decoded. Invalid percent-encoding is
 * left as it is.
 */
export function extraKeyOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded.toLowerCase());
  } catch {
    return encoded.toLowerCase();
  }
}

/** Groups values by key, in order. Any key is allowed, including `__proto__`. */
export function extraOf(pairs: Iterable<readonly [key: string, value: string]>): Record<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [key, value] of pairs) values.set(key, [...(values.get(key) ?? []), value]);
  return Object.fromEntries(values);
}

/** Decodes a header value as UTF-8. The platform passes its bytes as characters. */
export function headerText(header: string | null): string {
  if (header === null) return '';
  return NOT_ASCII.test(header) ? utf8Text(binaryBytes(header)) : header;
}

/** Characters that stand for bytes of a longer UTF-8 sequence. */
const NOT_ASCII = /[\x80-\xff]/;

/** Encodes a text as UTF-8, with one byte in each character, because headers consist of bytes. */
export const headerValue = (text: string): string => binaryText(utf8Bytes(text));

/** Returns the values of a repeatable header, which the platform joins with ", ". */
export const headerValues = (header: string | null): readonly string[] =>
  header === null ? [] : headerText(header).split(', ');
