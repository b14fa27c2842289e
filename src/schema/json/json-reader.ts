const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/** Reports whether a character continues a number or a word; false at the end of the text. */
function isPlain(code: number): boolean {
  const isDigit = code >= 0x30 && code <= 0x39;
  const isLetter = (code >= 0x61 && code <= 0x7a) || code === 0x45;
  return isDigit || isLetter || code === 0x2e || code === 0x2b || code === 0x2d;
}

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'bool' | 'null';

/** Reads valid JSON incrementally, without building values that the caller skips. */
export class JsonReader {
  readonly text: string;
  #position = 0;

  /** @param text valid JSON */
  constructor(text: string) {
    this.text = text;
  }

  /** Returns the type of the next value. */
  peek(): JsonType {
    this.#blanks();
    switch (this.text.charCodeAt(this.#position)) {
      case OPEN_OBJECT:
        return 'object';
      case OPEN_LIST:
        return 'array';
      case QUOTE:
        return 'string';
      case 0x6e:
        return 'null';
      case 0x74:
      case 0x66:
        return 'bool';
      default:
        return 'number';
    }
  }

  /** Calls `member` for each member; it must read or skip the member's value. */
  object(member: (key: string) => void): void {
    this.#position += 1;
    this.#blanks();
    while (this.text.charCodeAt(this.#position) !== CLOSE_OBJECT) {
      const key = this.string();
      this.#blanks();
      this.#position += 1; // the colon
      member(key);
      this.#comma();
    }
    this.#position += 1;
  }

  /** Calls `item` for each element; it must read or skip the element. */
  list(item: (index: number) => void): void {
    this.#position += 1;
    this.#blanks();
    for (let index = 0; this.text.charCodeAt(this.#position) !== CLOSE_LIST; index += 1) {
      item(index);
      this.#comma();
    }
    this.#position += 1;
  }

  string(): string {
    const start = this.#position;
    this.#skipString();
    const inner = this.text.slice(start + 1, this.#position - 1);
    return inner.includes('\\') ? (JSON.parse(this.text.slice(start, this.#position)) as string) : inner;
  }

  /** Skips the next value and returns its text. */
  raw(): string {
    this.#blanks();
    const start = this.#position;
    this.skip();
    return this.text.slice(start, this.#position);
  }

  skip(): void {
    this.#blanks();
    let depth = 0;
    do {
      const code = this.text.charCodeAt(this.#position);
      if (code === QUOTE) this.#skipString();
      else if (code === OPEN_OBJECT || code === OPEN_LIST) {
        depth += 1;
        this.#position += 1;
      } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
        depth -= 1;
        this.#position += 1;
      } else this.#skipPlain();
    } while (depth > 0);
  }

  /** Skips a number or a word; inside a skipped value also blanks, commas and colons. */
  #skipPlain(): void {
    do this.#position += 1;
    while (isPlain(this.text.charCodeAt(this.#position)));
  }

  #skipString(): void {
    let end = this.text.indexOf('"', this.#position + 1);
    while (this.#isEscaped(end)) end = this.text.indexOf('"', end + 1);
    this.#position = end + 1;
  }

  #isEscaped(position: number): boolean {
    let count = 0;
    while (this.text.charCodeAt(position - 1 - count) === BACKSLASH) count += 1;
    return count % 2 === 1;
  }

  #comma(): void {
    this.#blanks();
    if (this.text.charCodeAt(this.#position) !== 0x2c) return;
    this.#position += 1;
    this.#blanks();
  }

  #blanks(): void {
    let code = this.text.charCodeAt(this.#position);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.#position += 1;
      code = this.text.charCodeAt(this.#position);
    }
  }
}
