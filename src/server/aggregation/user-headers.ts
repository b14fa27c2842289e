import { binaryText } from '../../api/encoding/base64.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type { UserInfo } from '../../api/user-info.ts';

const USER_HEADER = 'x-remote-user';
const UID_HEADER = 'x-remote-uid';
const GROUP_HEADER = 'x-remote-group';
const EXTRA_PREFIX = 'x-remote-extra-';

/** Reports whether a header asserts an identity. Such headers of clients are not forwarded. */
export const isUserHeader = (name: string): boolean =>
  name === USER_HEADER || name === UID_HEADER || name === GROUP_HEADER || name.startsWith(EXTRA_PREFIX);

/** Returns the headers by which a front proxy names the user, each with its lines. Header bytes are UTF-8. */
export function userHeaders({ username, groups = [], extra = {} }: UserInfo): Record<string, readonly string[]> {
  const headers: Record<string, string[]> = { [USER_HEADER]: [headerBytes(username)] };
  if (groups.length > 0) headers[GROUP_HEADER] = groups.map(headerBytes);
  for (const [key, values] of Object.entries(extra)) {
    const name = EXTRA_PREFIX + escapedKey(key).toLowerCase();
    if (values.length > 0) headers[name] = [...(headers[name] ?? []), ...values.map(headerBytes)];
  }
  return headers;
}

const headerBytes = (text: string): string => binaryText(utf8Bytes(text));

const IS_TOKEN = /[A-Za-z0-9!#$&'*+\-.^_`|~]/;

/** Percent-encodes the bytes that a header name cannot hold. */
const escapedKey = (key: string): string =>
  [...headerBytes(key)]
    .map((byte) => (IS_TOKEN.test(byte) ? byte : `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`))
    .join('');
