import { binaryBytes } from '../../api/encoding/base64.ts';
import { headerValue } from '../../api/user-extra.ts';

/** A request without this header impersonates nobody, and the other headers that have names consist of ASCII. */
const USER = 'impersonate-user';

/**
 * Returns a request of a page whose header values have one byte in each character, as the Fetch standard has them.
 * Chromium passes them to a service worker decoded as UTF-8.
 */
export function withHeaderBytes(request: Request): Request {
  if (!request.headers.has(USER)) return request;
  const given = [...request.headers];
  const bytes = given.map(([name, value]): [string, string] => [name, byteValue(value)]);
  const isEqual = bytes.every(([, value], index) => value === given[index]?.[1]);
  return isEqual ? request : new Request(request, { headers: bytes });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters of one byte are those up to U+00FF
const OF_BYTES = /^[\u0000-\u00ff]*$/;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Bytes that are UTF-8 stay: the few texts of U+0080 to U+00FF that are read as such bytes cannot be told from them. */
const byteValue = (value: string): string => (OF_BYTES.test(value) && isUtf8(value) ? value : headerValue(value));

function isUtf8(value: string): boolean {
  try {
    decoder.decode(binaryBytes(value));
    return true;
  } catch {
    return false;
  }
}
