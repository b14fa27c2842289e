import { expect, test } from 'vitest';
import {
  appendToLog,
  EMPTY_LOG,
  linesOf,
  markMatches,
  searchLines,
} from '../../../../../src/ui/state/objects/logs/log-text.ts';

test('text may arrive in chunks that end anywhere', () => {
  const log = ['one\ntw', 'o\n', '\nthr', 'ee'].reduce((known, text) => appendToLog(known, text), EMPTY_LOG);
  expect(linesOf(log)).toEqual(['one', 'two', '', 'three']);
  expect(linesOf(appendToLog(log, '\n'))).toEqual(['one', 'two', '', 'three']);
  expect(linesOf(EMPTY_LOG)).toEqual([]);
});

test('the oldest lines of a long log are dropped and counted', () => {
  const log = appendToLog(appendToLog(EMPTY_LOG, 'a\nb\nc\n', 2), 'd\ne', 2);
  expect(log).toEqual({ lines: ['c', 'd'], unfinished: 'e', dropped: 2 });
});

test('a search ignores case', () => {
  const lines = ['GET /index', 'error: gone', 'Error 2'];
  expect(searchLines(lines, 'ERROR')).toEqual(['error: gone', 'Error 2']);
  expect(searchLines(lines, '')).toBe(lines);
});

test('every match in a line is marked, and other text is kept', () => {
  expect(markMatches('aXbxc', 'x')).toEqual([
    { text: 'a', isMatch: false },
    { text: 'X', isMatch: true },
    { text: 'b', isMatch: false },
    { text: 'x', isMatch: true },
    { text: 'c', isMatch: false },
  ]);
  expect(markMatches('none', '')).toEqual([{ text: 'none', isMatch: false }]);
});

test.each([
  ['colors', '\u001b[1;31mred\u001b[0m text', 'red text'],
  ['a title of the terminal', '\u001b]0;evil\u0007text', 'text'],
  ['a write to the clipboard', '\u001b]52;c;ZXZpbA==\u001b\\text', 'text'],
  ['a link of the terminal', '\u001b]8;;javascript:alert(1)\u0007text\u001b]8;;\u0007', 'text'],
  ['moves of the cursor', 'shown\u001b[2K\u001b[1Ghidden', 'shownhidden'],
  ['the end of a paste', 'a\u001b[201~b', 'ab'],
  ['a reset', '\u001bctext', 'text'],
  ['a sequence that does not end', 'text\u001b]0;', 'text'],
  ['control characters', 'a\u0000b\u0008c\u009bd\te', 'a\uFFFDb\uFFFDc\uFFFDd\te'],
  ['changes of direction', 'a\u202Etxt.exe', 'a\uFFFDtxt.exe'],
  ['line ends of other systems', 'text\r', 'text'],
  ['markup', '<b onclick="x">text</b>', '<b onclick="x">text</b>'],
])('a line is shown and copied without %s that control a terminal', (_, line, shown) => {
  expect(linesOf(appendToLog(EMPTY_LOG, `${line}\n`))).toEqual([shown]);
  const halves = [line.slice(0, 3), line.slice(3)].reduce((known, text) => appendToLog(known, text), EMPTY_LOG);
  expect(linesOf(halves)).toEqual([shown]);
});
