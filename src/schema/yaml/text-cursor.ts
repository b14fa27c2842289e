import { failureAt, type YamlError } from './yaml-error.ts';

export const isBreak = (character: string): boolean =>
  character === '\n' ||
  character === '\r' ||
  character === '\u0085' ||
  character === '\u2028' ||
  character === '\u2029';
/** The empty string stands for the end of the text. */
export const isBreakOrEnd = (character: string): boolean => character === '' || isBreak(character);
export const isBlank = (character: string): boolean => character === ' ' || character === '\t';
export const isBlankOrEnd = (character: string): boolean => isBlank(character) || isBreakOrEnd(character);
/** Reports whether a character may occur in the name of an anchor, handle or directive. */
export const isNameCharacter = (character: string): boolean => /^[0-9A-Za-z_-]$/.test(character);

/** A position in a text, with zero-based line and column. */
export class TextCursor {
  readonly #text: string;
  position = 0;
  line = 0;
  column = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get current(): string {
    return this.#text.charAt(this.position);
  }

  ahead(distance: number): string {
    return this.#text.charAt(this.position + distance);
  }

  /** Returns up to that many characters from the current position on. */
  next(count: number): string {
    return this.#text.slice(this.position, this.position + count);
  }

  skip(count = 1): void {
    this.position += count;
    this.column += count;
  }

  read(): string {
    const character = this.current;
    this.skip();
    return character;
  }

  /** Reads characters while they satisfy the predicate. */
  readWhile(matches: (character: string) => boolean): string {
    const start = this.position;
    while (this.current !== '' && matches(this.current)) this.skip();
    return this.since(start);
  }

  /** Returns the text between an earlier position and the current one. */
  since(start: number): string {
    return this.#text.slice(start, this.position);
  }

  /** Reads a line break and returns it normalized: LF, or the Unicode line or paragraph separator. */
  readBreak(): string {
    const first = this.current;
    this.position += first === '\r' && this.ahead(1) === '\n' ? 2 : 1;
    this.line++;
    this.column = 0;
    return first === '\u2028' || first === '\u2029' ? first : '\n';
  }

  skipComment(): void {
    if (this.current === '#') this.readWhile((character) => !isBreak(character));
  }

  /** Reports whether the cursor is at a `---` or `...` line marker. */
  isDocumentIndicator(indicator: '-' | '.'): boolean {
    if (this.column !== 0 || this.current !== indicator) return false;
    return this.ahead(1) === indicator && this.ahead(2) === indicator && isBlankOrEnd(this.ahead(3));
  }

  /** Returns a scanner error, for which go-yaml counts lines from one. */
  failure(problem: string): YamlError {
    return failureAt(this.line === 0 ? 0 : this.line + 1, problem);
  }
}
