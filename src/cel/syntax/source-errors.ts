/** An error at a position in an expression. */
export interface SourceError {
  /** Offset into the text; -1 for the whole text. */
  readonly at: number;
  readonly message: string;
}

const MAXIMUM_SHOWN = 100;

/** Returns errors as cel-go formats them: each with its line and a caret under the position. */
export function errorsText(text: string, errors: readonly SourceError[]): string {
  const sorted = [...errors].sort((left, right) => left.at - right.at);
  const shown = sorted.slice(0, MAXIMUM_SHOWN).map((error) => sourceErrorText(text, error));
  if (sorted.length > MAXIMUM_SHOWN) shown.push(`${sorted.length - MAXIMUM_SHOWN} more errors were truncated`);
  return shown.join('\n');
}

function sourceErrorText(text: string, { at, message }: SourceError): string {
  if (at < 0) return `ERROR: <input>:-1:0: ${message}`;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end < 0 ? text.length : end);
  const before = [...text.slice(start, at)];
  const number = text.slice(0, start).split('\n').length;
  const mark = isWide(String.fromCodePoint(text.codePointAt(at) ?? 32)) ? '＾' : '^';
  const dots = before.map((character) => (isWide(character) ? '．' : '.')).join('');
  const shown = line.replaceAll('\t', ' ');
  return `ERROR: <input>:${number}:${before.length + 1}: ${message}\n | ${shown}\n | ${dots}${mark}`;
}

const isWide = (character: string): boolean => (character.codePointAt(0) ?? 0) > 0x7f;
