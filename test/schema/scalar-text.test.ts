import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalMicroTime, canonicalTime } from '../../src/schema/scalar-text.ts';

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Days of the years 1999 to 2001, with those that no month has. */
const day = fc.tuple(fc.integer({ min: 1999, max: 2001 }), fc.nat({ max: 13 }), fc.nat({ max: 32 }));

test('a time in UTC is canonical on each day of the calendar, and invalid on others', () => {
  fc.assert(
    fc.property(day, ([year, month, date]) => {
      const text = `${year}-${twoDigits(month)}-${twoDigits(date)}T10:20:30`;
      const wanted = new Date(Date.UTC(year, month - 1, date));
      const exists = wanted.getUTCMonth() === month - 1 && wanted.getUTCDate() === date;
      for (const [canonical, end] of [
        [canonicalTime, 'Z'],
        [canonicalMicroTime, '.000001Z'],
      ] as const) {
        if (exists) expect(canonical(text + end)).toBe(text + end);
        else expect(() => canonical(text + end)).toThrow('parsing time');
      }
    }),
    { numRuns: 2000 },
  );
});
