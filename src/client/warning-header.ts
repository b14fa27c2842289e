import { binaryBytes } from '../api/base64.ts';
import { utf8Text } from '../api/utf8.ts';

const WARNING = /299\s+\S+\s+"((?:[^"\\]|\\.)*)"/g;

/** The texts of `Warning: 299 - "…"` headers, which fetch joins with commas, and whose bytes (UTF-8) it gives as characters. */
export function warningTexts(headers: Headers): string[] {
  const joined = headers.get('warning') ?? '';
  const text = utf8Text(binaryBytes(joined));
  return Array.from(text.matchAll(WARNING), ([, quoted = '']) => quoted.replace(/\\(.)/g, '$1'));
}
