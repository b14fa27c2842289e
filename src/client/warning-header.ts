const WARNING = /299\s+\S+\s+"((?:[^"\\]|\\.)*)"/g;
const decoder = new TextDecoder();

/** The texts of `Warning: 299 - "…"` headers, which fetch joins with commas, and whose bytes (UTF-8) it gives as characters. */
export function warningTexts(headers: Headers): string[] {
  const joined = headers.get('warning') ?? '';
  const text = decoder.decode(Uint8Array.from(joined, (character) => character.charCodeAt(0)));
  return Array.from(text.matchAll(WARNING), ([, quoted = '']) => quoted.replace(/\\(.)/g, '$1'));
}
