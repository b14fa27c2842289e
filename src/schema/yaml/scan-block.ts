import { isBlank, isBreak, isBreakOrEnd, type TextCursor } from './text-cursor.ts';
import type { ScalarToken } from './yaml-token.ts';

/** Handling of trailing line breaks: keep one (default), keep all (`+`) or drop all (`-`). */
type Chomping = '' | '+' | '-';

/** Scans a literal (`|`) or folded (`>`) scalar. `indent` is the indent of its parent. */
export function scanBlock(cursor: TextCursor, indent: number): ScalarToken {
  const { line } = cursor;
  const isLiteral = cursor.read() === '|';
  const { chomping, increment } = readHeader(cursor);
  const lines = new BlockLines(cursor, indent, increment);
  let text = '';
  let lastBreak = '';
  let breaks = lines.skipEmpty();
  let wasIndented = false;
  while (cursor.column === lines.indent && cursor.current !== '') {
    const isIndented = isBlank(cursor.current);
    const folds = !isLiteral && !wasIndented && !isIndented && lastBreak === '\n';
    text += folds ? (breaks === '' ? ' ' : '') : lastBreak;
    text += breaks + cursor.readWhile((character) => !isBreak(character));
    wasIndented = isIndented;
    lastBreak = cursor.current === '' ? '' : cursor.readBreak();
    breaks = lines.skipEmpty();
  }
  if (chomping !== '-') text += lastBreak;
  if (chomping === '+') text += breaks;
  return { kind: 'scalar', line, text, isPlain: false };
}

function readHeader(cursor: TextCursor): { chomping: Chomping; increment: number } {
  let chomping = readChomping(cursor);
  const increment = readIncrement(cursor);
  if (chomping === '' && increment > 0) chomping = readChomping(cursor);
  cursor.readWhile(isBlank);
  cursor.skipComment();
  if (!isBreakOrEnd(cursor.current)) throw cursor.failure('did not find expected comment or line break');
  if (cursor.current !== '') cursor.readBreak();
  return { chomping, increment };
}

function readChomping(cursor: TextCursor): Chomping {
  if (cursor.current !== '+' && cursor.current !== '-') return '';
  return cursor.read() as Chomping;
}

function readIncrement(cursor: TextCursor): number {
  if (!/^[0-9]$/.test(cursor.current)) return 0;
  if (cursor.current === '0') throw cursor.failure('found an indentation indicator equal to 0');
  return Number(cursor.read());
}

/** The lines of a block scalar. Their indent comes from the header, or else from the first non-empty line. */
class BlockLines {
  readonly #cursor: TextCursor;
  readonly #outer: number;
  /** 0 while unknown. */
  indent: number;

  constructor(cursor: TextCursor, outer: number, increment: number) {
    this.#cursor = cursor;
    this.#outer = outer;
    this.indent = increment > 0 ? Math.max(outer, 0) + increment : 0;
  }

  /** Moves to the start of the next line's text; returns the line breaks of the empty lines before it. */
  skipEmpty(): string {
    const cursor = this.#cursor;
    let breaks = '';
    let widest = 0;
    for (;;) {
      while (this.#isBeforeText() && cursor.current === ' ') cursor.skip();
      widest = Math.max(widest, cursor.column);
      if (this.#isBeforeText() && cursor.current === '\t') {
        throw cursor.failure('found a tab character where an indentation space is expected');
      }
      if (!isBreak(cursor.current)) break;
      breaks += cursor.readBreak();
    }
    if (this.indent === 0) this.indent = Math.max(widest, this.#outer + 1, 1);
    return breaks;
  }

  #isBeforeText(): boolean {
    return this.indent === 0 || this.#cursor.column < this.indent;
  }
}
