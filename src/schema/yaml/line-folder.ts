import { isBlank, type TextCursor } from './text-cursor.ts';

/**
 * Folds the blanks and line breaks between words of a scalar: a single break becomes a space; of several, the first is
 * dropped.
 */
export class LineFolder {
  #blanks = '';
  #firstBreak = '';
  #otherBreaks = '';
  #isOnNewLine = false;

  /** Whether there was a line break since the last word. */
  get isOnNewLine(): boolean {
    return this.#isOnNewLine;
  }

  /** Reads a blank or a line break. */
  readBlank(cursor: TextCursor): void {
    if (isBlank(cursor.current)) {
      if (this.#isOnNewLine) cursor.skip();
      else this.#blanks += cursor.read();
    } else if (this.#isOnNewLine) this.#otherBreaks += cursor.readBreak();
    else {
      this.#blanks = '';
      this.#firstBreak = cursor.readBreak();
      this.#isOnNewLine = true;
    }
  }

  /** Joins two lines without a space, after an escaped line break. */
  joinLines(): void {
    this.#isOnNewLine = true;
  }

  /** Returns the folded text for the blanks and breaks read so far, and resets them. */
  fold(): string {
    const folded = this.#isOnNewLine ? this.#foldedBreaks() : this.#blanks;
    this.#blanks = this.#firstBreak = this.#otherBreaks = '';
    this.#isOnNewLine = false;
    return folded;
  }

  #foldedBreaks(): string {
    if (this.#firstBreak !== '\n') return this.#firstBreak + this.#otherBreaks;
    return this.#otherBreaks === '' ? ' ' : this.#otherBreaks;
  }
}
