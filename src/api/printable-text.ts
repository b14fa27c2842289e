/** Control characters except tabs, and characters that change the text direction. */
export const INVISIBLE = /(?!\t)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);

/** Sequences with which programs color a terminal, move its cursor, set its title or write to its clipboard. */
export const TERMINAL_SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|[\\]P_^X][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)?|[ -/]*[0-~])`,
  'g',
);

/**
 * Returns a line as it is shown, copied and saved. Terminal sequences are removed, because a terminal would execute them
 * when the line is pasted or printed; other invisible characters are replaced.
 */
export const printableLine = (line: string): string =>
  line.replace(/\r$/, '').replace(TERMINAL_SEQUENCE, '').replace(INVISIBLE, '\uFFFD');

/** Returns a text of several lines as `printableLine` shows each of them. */
export const printableText = (text: string): string => text.split('\n').map(printableLine).join('\n');
