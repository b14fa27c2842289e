import { printableLine, TERMINAL_SEQUENCE } from '../../../api/printable-text.ts';

/** What a key asks the terminal to do, besides editing the line. */
export type EditorRequest = 'submit' | 'complete' | 'interrupt' | 'end' | 'clear';

const REQUESTS: Readonly<Record<string, EditorRequest>> = {
  '\r': 'submit',
  '\n': 'submit',
  '\t': 'complete',
  '\x03': 'interrupt',
  '\x0c': 'clear',
};

const ESCAPE = '\x1b';
/** A key: a function key, a control sequence or a report of the terminal, or one character. */
const KEY = new RegExp(`${ESCAPE}O[A-Za-z]|${TERMINAL_SEQUENCE.source}|[^]`, 'gu');

/** Splits what a terminal sends, such as pasted text, into keys. */
export const keysOf = (data: string): readonly string[] => data.replaceAll('\r\n', '\r').match(KEY) ?? [];

/** The line that a user types, with a cursor and a history, edited by the keys of a shell. */
export class LineEditor {
  text = '';
  /** Position in the text. */
  cursor = 0;
  readonly #history: readonly string[];
  /** Position in the history; its length stands for the line that is typed. */
  #position: number;
  #typed = '';

  /** @param history earlier lines, oldest first */
  constructor(history: readonly string[] = []) {
    this.#history = history;
    this.#position = history.length;
  }

  /** Handles a key. Returns what it asks for; undefined when it edits the line. */
  press(key: string): EditorRequest | undefined {
    if (key === '\x04') {
      if (this.text === '') return 'end';
      this.#remove(this.cursor, this.cursor + 1);
      return undefined;
    }
    const request = REQUESTS[key];
    if (request) return request;
    const edit = EDITS[key];
    if (edit) edit(this);
    else if (key >= ' ' && !key.startsWith('\x1b') && key !== '\x7f') this.insert(key);
    return undefined;
  }

  /** Inserts a text at the cursor. Names of objects, which complete words, can contain control characters. */
  insert(text: string): void {
    const shown = printableLine(text);
    this.text = this.text.slice(0, this.cursor) + shown + this.text.slice(this.cursor);
    this.cursor += shown.length;
  }

  moveTo(position: number): void {
    this.cursor = Math.max(0, Math.min(this.text.length, position));
  }

  /** Removes the text between the cursor and a position. */
  removeTo(position: number): void {
    const bounded = Math.max(0, Math.min(this.text.length, position));
    this.#remove(Math.min(this.cursor, bounded), Math.max(this.cursor, bounded));
  }

  /** Returns the beginning of the word before the cursor. */
  wordStart(): number {
    return this.text.slice(0, this.cursor).replace(/\S+\s*$/, '').length;
  }

  /** Returns the end of the word after the cursor. */
  wordEnd(): number {
    return this.cursor + (/^\s*\S*/.exec(this.text.slice(this.cursor))?.[0].length ?? 0);
  }

  /** Shows an earlier (-1) or later (1) line. */
  recall(step: -1 | 1): void {
    const position = this.#position + step;
    if (position < 0 || position > this.#history.length) return;
    if (this.#position === this.#history.length) this.#typed = this.text;
    this.#position = position;
    this.text = this.#history[position] ?? this.#typed;
    this.cursor = this.text.length;
  }

  #remove(start: number, end: number): void {
    this.text = this.text.slice(0, start) + this.text.slice(end);
    this.cursor = start;
  }
}

const EDITS: Readonly<Record<string, (editor: LineEditor) => void>> = {
  '\x7f': (editor) => editor.removeTo(editor.cursor - 1),
  '\b': (editor) => editor.removeTo(editor.cursor - 1),
  '\x1b[3~': (editor) => editor.removeTo(editor.cursor + 1),
  '\x15': (editor) => editor.removeTo(0),
  '\x0b': (editor) => editor.removeTo(editor.text.length),
  '\x17': (editor) => editor.removeTo(editor.wordStart()),
  '\x1b[D': (editor) => editor.moveTo(editor.cursor - 1),
  '\x1b[C': (editor) => editor.moveTo(editor.cursor + 1),
  '\x1b[1;5D': (editor) => editor.moveTo(editor.wordStart()),
  '\x1b[1;5C': (editor) => editor.moveTo(editor.wordEnd()),
  '\x1bb': (editor) => editor.moveTo(editor.wordStart()),
  '\x1bf': (editor) => editor.moveTo(editor.wordEnd()),
  '\x1b[H': (editor) => editor.moveTo(0),
  '\x01': (editor) => editor.moveTo(0),
  '\x1b[F': (editor) => editor.moveTo(editor.text.length),
  '\x05': (editor) => editor.moveTo(editor.text.length),
  '\x1b[A': (editor) => editor.recall(-1),
  '\x10': (editor) => editor.recall(-1),
  '\x1b[B': (editor) => editor.recall(1),
  '\x0e': (editor) => editor.recall(1),
};
