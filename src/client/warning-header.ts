import { headerText } from '../api/user-extra.ts';

const WARNING = /299\s+\S+\s+"((?:[^"\\]|\\.)*)"/g;

/**
 * Returns the texts of `Warning: 299 - "…"` headers. `fetch` joins the headers with commas and decodes their UTF-8 as
 * Latin-1.
 */
export function warningTexts(headers: Pick<Headers, 'get'>): string[] {
  const header = headers.get('warning');
  if (header === null) return [];
  return Array.from(headerText(header).matchAll(WARNING), ([, quoted = '']) => quoted.replace(/\\(.)/g, '$1'));
}
