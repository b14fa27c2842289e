/** The newest lines of a log. */
export interface LogText {
  readonly lines: readonly string[];
  /** The last line while it is incomplete. */
  readonly unfinished: string;
  /** Number of older lines that were dropped. */
  readonly dropped: number;
}

export const EMPTY_LOG: LogText = { lines: [], unfinished: '', dropped: 0 };

/** Maximum number of lines kept. */
export const MOST_LINES = 5000;

const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);

/** Sequences with which programs color a terminal, move its cursor, set its title or write to its clipboard. */
const TERMINAL_SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|[\\]P_^X][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)?|[ -/]*[0-~])`,
  'g',
);

/** Control characters except tabs, and characters that change the text direction. */
const UNSEEN = /(?!\t)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Returns a line as it is shown, copied and saved. Terminal sequences are removed, because a terminal would execute them
 * when the line is pasted or printed; other invisible characters are replaced.
 */
const printable = (line: string): string =>
  line.replace(/\r$/, '').replace(TERMINAL_SEQUENCE, '').replace(UNSEEN, '\uFFFD');

/** Appends text that has arrived, and drops the oldest lines of a log that grows too long. */
export function appendToLog({ lines, unfinished, dropped }: LogText, text: string, most = MOST_LINES): LogText {
  const parts = (unfinished + text).split('\n');
  const rest = parts.pop() ?? '';
  const all = [...lines, ...parts.map(printable)];
  const excess = Math.max(0, all.length - most);
  return { lines: excess > 0 ? all.slice(excess) : all, unfinished: rest, dropped: dropped + excess };
}

/** Returns all lines, including the unfinished one. */
export const linesOf = ({ lines, unfinished }: LogText): readonly string[] =>
  unfinished === '' ? lines : [...lines, printable(unfinished)];

/** Returns the lines that contain a text, in any case; all lines for an empty text. */
export function searchLines(lines: readonly string[], text: string): readonly string[] {
  const wanted = text.toLowerCase();
  return wanted === '' ? lines : lines.filter((line) => line.toLowerCase().includes(wanted));
}

/** A part of a line. */
export interface LinePart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits a line at the places where it contains a text. */
export function markMatches(line: string, text: string): LinePart[] {
  const parts: LinePart[] = [];
  const [haystack, needle] = [line.toLowerCase(), text.toLowerCase()];
  let position = 0;
  while (needle !== '') {
    const found = haystack.indexOf(needle, position);
    if (found < 0) break;
    if (found > position) parts.push({ text: line.slice(position, found), isMatch: false });
    parts.push({ text: line.slice(found, found + needle.length), isMatch: true });
    position = found + needle.length;
  }
  if (position < line.length) parts.push({ text: line.slice(position), isMatch: false });
  return parts;
}

export const lineCount = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);
