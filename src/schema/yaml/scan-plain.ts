import { LineFolder } from './line-folder.ts';
import { isBlank, isBlankOrEnd, isBreak, type TextCursor } from './text-cursor.ts';
import type { ScalarToken } from './yaml-token.ts';

/** Scans an unquoted scalar. `endsLine` reports whether it ended with a line break. */
export function scanPlain(
  cursor: TextCursor,
  { indent, isInFlow }: { indent: number; isInFlow: boolean },
): { token: ScalarToken; endsLine: boolean } {
  const { line } = cursor;
  const folder = new LineFolder();
  let text = '';
  while (!cursor.isDocumentIndicator('-') && !cursor.isDocumentIndicator('.') && cursor.current !== '#') {
    if (!endsPlain(cursor, isInFlow)) text += folder.fold() + readWord(cursor, isInFlow);
    if (!isBlank(cursor.current) && !isBreak(cursor.current)) break;
    while (isBlank(cursor.current) || isBreak(cursor.current)) {
      if (folder.isOnNewLine && cursor.column <= indent && cursor.current === '\t') {
        throw cursor.failure('found a tab character that violates indentation');
      }
      folder.readBlank(cursor);
    }
    if (!isInFlow && cursor.column <= indent) break;
  }
  return { token: { kind: 'scalar', line, text, isPlain: true }, endsLine: folder.isOnNewLine };
}

function readWord(cursor: TextCursor, isInFlow: boolean): string {
  const start = cursor.position;
  while (!endsPlain(cursor, isInFlow)) cursor.skip();
  return cursor.since(start);
}

function endsPlain(cursor: TextCursor, isInFlow: boolean): boolean {
  const { current } = cursor;
  if (isBlankOrEnd(current)) return true;
  if (current === ':') return isBlankOrEnd(cursor.ahead(1));
  return isInFlow && ',?[]{}'.includes(current);
}
