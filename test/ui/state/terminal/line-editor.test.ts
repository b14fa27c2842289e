import { describe, expect, it } from 'vitest';
import { keysOf, LineEditor } from '../../../../src/ui/state/terminal/line-editor.ts';

const UP = '\x1b[A';
const DOWN = '\x1b[B';
const LEFT = '\x1b[D';
const HOME = '\x1b[H';

/** Presses keys, and returns the line with a bar at the cursor. */
function edited(keys: readonly string[], history: readonly string[] = []): string {
  const editor = new LineEditor(history);
  for (const key of keys) editor.press(key);
  return `${editor.text.slice(0, editor.cursor)}|${editor.text.slice(editor.cursor)}`;
}

describe('The line editor', () => {
  it('inserts text at the cursor', () => {
    expect(edited([...'gt', LEFT, 'e'])).toBe('ge|t');
  });

  it('removes characters, words and the line before the cursor', () => {
    expect(edited([...'get pods', '\x7f'])).toBe('get pod|');
    expect(edited([...'get pods', '\x17'])).toBe('get |');
    expect(edited([...'get pods', '\x15'])).toBe('|');
    expect(edited([...'get pods', HOME, '\x1b[3~'])).toBe('|et pods');
  });

  it('moves by words', () => {
    expect(edited([...'get pods web', '\x1b[1;5D', '\x1b[1;5D'])).toBe('get |pods web');
    expect(edited([...'get pods', HOME, '\x1b[1;5C'])).toBe('get| pods');
  });

  it('recalls earlier lines, and returns to the line that was typed', () => {
    const history = ['get pods', 'get nodes'];
    expect(edited([...'desc', UP], history)).toBe('get nodes|');
    expect(edited([...'desc', UP, UP, UP], history)).toBe('get pods|');
    expect(edited([...'desc', UP, UP, DOWN, DOWN], history)).toBe('desc|');
  });

  it('ends the input with Ctrl+D only on an empty line', () => {
    expect(new LineEditor().press('\x04')).toBe('end');
    expect(edited(['a', 'b', LEFT, '\x04'])).toBe('a|');
  });

  it('ignores reports of the terminal and control characters', () => {
    const reports = [
      '\x1b[?1;2c',
      '\x1b[<0;1;1M',
      '\x1b[12;1R',
      '\x1b]11;rgb:0000/0000/0000\x1b\\',
      '\x1bP1$r0m\x1b\\',
    ];
    expect(edited(keysOf(`get${reports.join('')} pods`))).toBe('get pods|');
    expect(edited(keysOf('get\u009bpods'))).toBe('get\uFFFDpods|');
  });

  it('asks for submission, completion and interruption', () => {
    expect(['\r', '\t', '\x03'].map((key) => new LineEditor().press(key))).toEqual(['submit', 'complete', 'interrupt']);
  });

  it('ignores keys without a meaning', () => {
    expect(edited(['a', '\x1b[5~', '\x1b'])).toBe('a|');
  });
});

describe('Keys', () => {
  it('are control sequences and single characters', () => {
    expect(keysOf('a\x1b[1;5Cé\r\nb')).toEqual(['a', '\x1b[1;5C', 'é', '\r', 'b']);
  });
});
