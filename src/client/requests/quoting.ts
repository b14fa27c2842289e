import { INVISIBLE } from '../../api/printable-text.ts';

/** Reports whether lines have characters that a terminal would act on, or that hide what a command does. */
export const hasInvisible = (lines: string): boolean => lines.replaceAll('\n', '').search(INVISIBLE) >= 0;

const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Returns a text as one word of a POSIX shell. One with invisible characters is written with the escapes that bash and
 * zsh know, because a terminal acts on the characters of a text that is pasted.
 */
export function shellQuoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!hasInvisible(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `$'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replace(INVISIBLE, escapeOf)}'`;
}

/** Returns a text as a string literal of JavaScript. */
export const scriptQuoted = (text: string): string =>
  `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replace(INVISIBLE, escapeOf)}'`;
