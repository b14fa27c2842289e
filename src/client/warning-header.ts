import { headerText } from '../api/user-extra.ts';

const WARNING = /299\s+\S+\s+"((?:[^"\\]|\\.)*)"/g;

/** The texts of `Warning: 299 - "…"` headers, which fetch joins with commas, and whose bytes (UTF-8) it gives as characters. */
export function warningTexts(headers: Headers): string[] {
  const text = headerText(headers.get('warning'));
  return Array.from(text.matchAll(WARNING), ([, quoted = '']) => quoted.replace(/\\(.)/g, '$1'));
}
