const WARNING = /299\s+\S+\s+"((?:[^"\\]|\\.)*)"/g;

/** The texts of `Warning: 299 - "…"` headers, which fetch joins with commas. */
export function warningTexts(headers: Headers): string[] {
  const joined = headers.get('warning') ?? '';
  return Array.from(joined.matchAll(WARNING), ([, quoted = '']) => quoted.replace(/\\(.)/g, '$1'));
}
