/** UTF-8 encoding and decoding. The coders are shared, because creating one takes longer than coding most texts. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const utf8Bytes = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Invalid sequences become U+FFFD; a leading byte order mark is dropped. */
export const utf8Text = (bytes: AllowSharedBufferSource): string => decoder.decode(bytes);

/** Returns the number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return utf8Bytes(text).length;
  return text.length;
}
