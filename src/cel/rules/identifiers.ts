import { isIdentifier, RESERVED_WORDS } from '../syntax/lexer.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** How expressions call a property, whose name may hold what no identifier can; undefined when they cannot. */
export function escapedName(name: string): string | undefined {
  if (RESERVED_WORDS.has(name)) return `__${name}__`;
  const escaped = name.replace(/__|[./-]/g, (part) => ESCAPES[part] ?? part);
  return isIdentifier(escaped) ? escaped : undefined;
}
