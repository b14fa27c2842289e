import { printableLine } from '../../../../api/printable-text.ts';

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

/** Appends text that has arrived, and drops the oldest lines of a log that grows too long. */
export function appendToLog({ lines, unfinished, dropped }: LogText, text: string, most = MOST_LINES): LogText {
  const parts = (unfinished + text).split('\n');
  const rest = parts.pop() ?? '';
  const all = [...lines, ...parts.map(printableLine)];
  const excess = Math.max(0, all.length - most);
  return { lines: excess > 0 ? all.slice(excess) : all, unfinished: rest, dropped: dropped + excess };
}

/** Returns all lines, including the unfinished one. */
export const linesOf = ({ lines, unfinished }: LogText): readonly string[] =>
  unfinished === '' ? lines : [...lines, printableLine(unfinished)];

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
