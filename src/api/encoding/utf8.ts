/** Text and its bytes in UTF-8. Coders are made once: making one takes longer than most texts take. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const utf8Bytes = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** What is no UTF-8 becomes U+FFFD; a byte order mark at the start is dropped. */
export const utf8Text = (bytes: AllowSharedBufferSource): string => decoder.decode(bytes);

/** How many bytes a text has. */
export function utf8Length(text: string): number {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return utf8Bytes(text).length;
  return text.length;
}
