import { isBlank, type TextCursor } from './text-cursor.ts';

/** Blanks and line breaks between the words of a scalar: one break is a space, of more the first is dropped. */
export class LineFolder {
  #blanks = '';
  #firstBreak = '';
  #otherBreaks = '';
  #isOnNewLine = false;

  /** Whether a line break was read since the last word. */
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

  /** After an escaped line break nothing comes between the lines. */
  joinLines(): void {
    this.#isOnNewLine = true;
  }

  /** What stands for all that was read, which is then forgotten. */
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
