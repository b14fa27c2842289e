import { expect, test } from 'vitest';
import {
  appendToLog,
  EMPTY_LOG,
  linesOf,
  markMatches,
  searchLines,
} from '../../../../../src/ui/state/objects/logs/log-text.ts';

test('text arrives in pieces that end anywhere', () => {
  const log = ['one\ntw', 'o\n', '\nthr', 'ee'].reduce((known, text) => appendToLog(known, text), EMPTY_LOG);
  expect(linesOf(log)).toEqual(['one', 'two', '', 'three']);
  expect(linesOf(appendToLog(log, '\n'))).toEqual(['one', 'two', '', 'three']);
  expect(linesOf(EMPTY_LOG)).toEqual([]);
});

test('the oldest lines of a long log are dropped and counted', () => {
  const log = appendToLog(appendToLog(EMPTY_LOG, 'a\nb\nc\n', 2), 'd\ne', 2);
  expect(log).toEqual({ lines: ['c', 'd'], unfinished: 'e', dropped: 2 });
});

test('a search finds lines in any case', () => {
  const lines = ['GET /index', 'error: gone', 'Error 2'];
  expect(searchLines(lines, 'ERROR')).toEqual(['error: gone', 'Error 2']);
  expect(searchLines(lines, '')).toBe(lines);
});

test('every match in a line is marked, and the rest is kept', () => {
  expect(markMatches('aXbxc', 'x')).toEqual([
    { text: 'a', isMatch: false },
    { text: 'X', isMatch: true },
    { text: 'b', isMatch: false },
    { text: 'x', isMatch: true },
    { text: 'c', isMatch: false },
  ]);
  expect(markMatches('none', '')).toEqual([{ text: 'none', isMatch: false }]);
});
