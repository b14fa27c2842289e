import { utf8Bytes, utf8Text } from './utf8.ts';

/** The bytes that the characters of a text stand for, none of which is beyond U+00FF: platforms hand over headers so. */
export function binaryBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** A text of one character for each byte. */
export function binaryText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** @throws DOMException when it is no base64 */
export const base64Bytes = (base64: string): Uint8Array<ArrayBuffer> => binaryBytes(atob(base64));

/** Undefined when it is no base64. */
export function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return base64Bytes(text);
  } catch {
    return undefined;
  }
}

export const bytesBase64 = (bytes: Uint8Array): string => btoa(binaryText(bytes));

/** In the form for URLs, without padding (RFC 4648, section 5). */
export const bytesBase64Url = (bytes: Uint8Array): string =>
  bytesBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** The text that base64 holds, in UTF-8. @throws DOMException when it is no base64 */
export const base64Text = (base64: string): string => utf8Text(base64Bytes(base64));

/** The base64 of a text in UTF-8. */
export const textBase64 = (text: string): string => bytesBase64(utf8Bytes(text));

/** Number of bytes that a base64 text stands for. */
export const base64Length = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
