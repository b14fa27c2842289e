import { utf8Bytes, utf8Text } from './utf8.ts';

/**
 * Returns one byte per character of a binary string (all characters up to U+00FF), the form in which platforms pass
 * header values.
 */
export function binaryBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** Returns a binary string: one character per byte. */
export function binaryText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** @throws DOMException for invalid base64 */
export const base64Bytes = (base64: string): Uint8Array<ArrayBuffer> => binaryBytes(atob(base64));

/** Returns undefined for invalid base64. */
export function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return base64Bytes(text);
  } catch {
    return undefined;
  }
}

export const bytesBase64 = (bytes: Uint8Array): string => btoa(binaryText(bytes));

/** Returns unpadded base64url (RFC 4648, section 5). */
export const bytesBase64Url = (bytes: Uint8Array): string =>
  bytesBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Decodes base64 to UTF-8 text. @throws DOMException for invalid base64 */
export const base64Text = (base64: string): string => utf8Text(base64Bytes(base64));

/** Encodes a text's UTF-8 bytes as base64. */
export const textBase64 = (text: string): string => bytesBase64(utf8Bytes(text));

/** Returns the number of bytes that a base64 text encodes. */
export const base64Length = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
