/** Number of bytes that a base64 text stands for. */
export const base64Length = (text: string): number => Math.floor((text.replace(/=+$/, '').length * 3) / 4);

/** The text that base64 holds, in UTF-8. */
export function base64Text(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/** The base64 of a text in UTF-8. */
export function textBase64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
