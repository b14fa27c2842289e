import { binaryText } from '../../api/encoding/base64.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type { ClusterUser } from '../cluster.ts';

/** Returns the headers with which an administrator sends a request as another user. */
export function impersonationHeaders({ name, groups = [], uid, extra = {} }: ClusterUser): Headers {
  const headers = new Headers({ 'impersonate-user': headerValue(name) });
  for (const group of groups) headers.append('impersonate-group', headerValue(group));
  if (uid !== undefined) headers.set('impersonate-uid', headerValue(uid));
  for (const [key, values] of Object.entries(extra))
    for (const value of values) headers.append(`impersonate-extra-${encodeURIComponent(key)}`, headerValue(value));
  return headers;
}

/** Encodes a text as UTF-8, with one byte in each character, because headers consist of bytes. */
const headerValue = (text: string): string => binaryText(utf8Bytes(text));
