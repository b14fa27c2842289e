/** UTF-8 encoding and decoding. The coders are shared, because creating one takes longer than coding most texts. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const utf8Bytes = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Invalid sequences become U+FFFD; a leading byte order mark is dropped. */
export const utf8Text = (bytes: AllowSharedBufferSource): string => decoder.decode(bytes);

const SURROGATE = /[\ud800-\udfff]/;

/** Orders a UTF-16 code unit by the character that it begins: surrogates begin characters beyond U+FFFF. */
const rankOf = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Compares texts by their UTF-8 bytes, as Go does. JavaScript compares UTF-16 code units. */
export function compareUtf8(a: string, b: string): number {
  if (a === b) return 0;
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at === shorter ? a.length - b.length : rankOf(a.charCodeAt(at)) - rankOf(b.charCodeAt(at));
}

/** Sorts texts in place by their UTF-8 bytes. Without surrogates, the order of their code units is the same, and faster. */
export const sortUtf8 = (texts: string[]): string[] =>
  texts.some((text) => SURROGATE.test(text)) ? texts.sort(compareUtf8) : texts.sort();

/** Compares entries of a map by their keys, as Go sorts them. */
export const compareKeys = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  compareUtf8(a, b);

/** Returns the number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return utf8Bytes(text).length;
  return text.length;
}
