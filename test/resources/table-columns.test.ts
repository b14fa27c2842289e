import { describe, expect, it } from 'vitest';
import { humanDuration } from '../../src/api/values/human-duration.ts';
import { ageText } from '../../src/resources/table-columns.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a duration in a table', () => {
  it.each([
    [-5000, '<invalid>'],
    [0, '0s'],
    [119_000, '119s'],
    [2 * MINUTE, '2m'],
    [3 * MINUTE + 5000, '3m5s'],
    [12 * MINUTE, '12m'],
    [3 * HOUR + 7 * MINUTE, '3h7m'],
    [30 * HOUR, '30h'],
    [3 * DAY + 4 * HOUR, '3d4h'],
    [40 * DAY, '40d'],
    [3 * 365 * DAY + 12 * DAY, '3y12d'],
    [9 * 365 * DAY, '9y'],
  ])('%d ms are %s', (milliseconds, text) => {
    expect(humanDuration(milliseconds)).toBe(text);
  });

  it('is unknown without a time', () => {
    expect(ageText(undefined, 0)).toBe('<unknown>');
  });
});
