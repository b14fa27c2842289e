import { isIdentifier, RESERVED_WORDS } from '../syntax/lexer.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/**
 * Returns the identifier by which expressions access a property, with special characters escaped; undefined when they
 * cannot access it.
 */
export function escapedName(name: string): string | undefined {
  if (RESERVED_WORDS.has(name)) return `__${name}__`;
  const escaped = name.replace(/__|[./-]/g, (part) => ESCAPES[part] ?? part);
  return isIdentifier(escaped) ? escaped : undefined;
}
