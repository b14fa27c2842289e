import { expect, test } from 'vitest';
import { goDurationText, parseDuration, readDuration } from '../../../src/api/values/duration.ts';

test.each([
  ['5m0s', 300_000],
  ['30s', 30_000],
  ['1h2m3.5s', 3_723_500],
  ['500ms', 500],
  ['-1s', -1000],
  ['0', 0],
])('%s is %d ms', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(['', '5', 's', '5x', '1m 2s', 'abc'])('%j is not a duration', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test.each([
  ['invalid', 'time: invalid duration "invalid"'],
  ['5', 'time: missing unit in duration "5"'],
  ['1h5x', 'time: unknown unit "x" in duration "1h5x"'],
  ['-', 'time: invalid duration "-"'],
])("%s fails with Go's message", (text, message) => {
  expect(() => readDuration(text)).toThrow(message);
});

test.each([
  [0, '0s'],
  [7.9, '7ms'],
  [1000, '1s'],
  [1234, '1.234s'],
  [60_000, '1m0s'],
  [80_500, '1m20.5s'],
  [3_600_000, '1h0m0s'],
])('%d ms are %s', (milliseconds, text) => {
  expect(goDurationText(milliseconds)).toBe(text);
});
