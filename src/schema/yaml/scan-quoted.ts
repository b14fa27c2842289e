import { LineFolder } from './line-folder.ts';
import { isBlank, isBlankOrEnd, isBreak, type TextCursor } from './text-cursor.ts';
import type { ScalarToken } from './yaml-token.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\u001b',
  ' ': ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
};
const CODE_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Scans a single- or double-quoted scalar, which may span several lines. */
export function scanQuoted(cursor: TextCursor, quote: "'" | '"'): ScalarToken {
  const { line } = cursor;
  const folder = new LineFolder();
  let text = '';
  cursor.skip();
  for (;;) {
    if (cursor.isDocumentIndicator('-') || cursor.isDocumentIndicator('.')) {
      throw cursor.failure('found unexpected document indicator');
    }
    if (cursor.current === '') throw cursor.failure('found unexpected end of stream');
    text += readWord(cursor, quote, folder);
    if (cursor.current === quote) break;
    while (isBlank(cursor.current) || isBreak(cursor.current)) folder.readBlank(cursor);
    text += folder.fold();
  }
  cursor.skip();
  return { kind: 'scalar', line, text, isPlain: false };
}

/** Reads up to a blank, the closing quote or an escaped line break. */
function readWord(cursor: TextCursor, quote: "'" | '"', folder: LineFolder): string {
  let text = '';
  while (!isBlankOrEnd(cursor.current)) {
    if (cursor.current === quote) {
      if (quote === '"' || cursor.ahead(1) !== "'") break;
      cursor.skip(2);
      text += "'";
    } else if (quote === '"' && cursor.current === '\\') {
      if (isBreak(cursor.ahead(1))) {
        cursor.skip();
        cursor.readBreak();
        folder.joinLines();
        break;
      }
      text += readEscape(cursor);
    } else {
      const start = cursor.position;
      do cursor.skip();
      while (!isBlankOrEnd(cursor.current) && cursor.current !== quote && cursor.current !== '\\');
      text += cursor.since(start);
    }
  }
  return text;
}

function readEscape(cursor: TextCursor): string {
  const letter = cursor.ahead(1);
  const length = CODE_LENGTHS[letter];
  if (length === undefined) {
    const escaped = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (escaped === undefined) throw cursor.failure('found unknown escape character');
    cursor.skip(2);
    return escaped;
  }
  cursor.skip(2);
  const digits = cursor.next(length);
  if (digits.length < length || !/^[0-9A-Fa-f]+$/.test(digits)) {
    throw cursor.failure('did not find expected hexdecimal number');
  }
  const code = Number.parseInt(digits, 16);
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) {
    throw cursor.failure('found invalid Unicode character escape code');
  }
  cursor.skip(length);
  return String.fromCodePoint(code);
}
