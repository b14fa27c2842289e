import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PriorityLevelConfiguration } from '../../src/api/kinds/flowcontrol-v1beta3.generated.ts';
import { distributeSeats, seatLimitsOf } from '../../src/flow-control/seat-limits.ts';

const limited = (name: string, shares: number, more: object = {}): PriorityLevelConfiguration => ({
  apiVersion: '',
  kind: 'PriorityLevelConfiguration',
  metadata: { name },
  spec: { type: 'Limited', limited: { nominalConcurrencyShares: shares, ...more } },
});

describe('the seats of priority levels', () => {
  test('are divided in proportion to their shares, rounded up', () => {
    const limits = seatLimitsOf([limited('a', 30), limited('b', 40), limited('c', 175)], 600);
    expect([...limits.values()].map(({ nominal }) => nominal)).toEqual([74, 98, 429]);
  });

  test('are lent and borrowed by percentages of the nominal limit', () => {
    const levels = [limited('a', 50, { lendablePercent: 33, borrowingLimitPercent: 150 }), limited('b', 50)];
    const limits = seatLimitsOf(levels, 100);
    expect(limits.get('a')).toEqual({ nominal: 50, lendable: 17, minimum: 33, maximum: 125 });
    expect(limits.get('b')).toEqual({ nominal: 50, lendable: 0, minimum: 50, maximum: 150 });
  });

  test('include the exempt level only with its own shares', () => {
    const exempt = (spec: object) => ({ ...limited('exempt', 0), spec: { type: 'Exempt', ...spec } });
    const seats = (spec: object) => seatLimitsOf([exempt(spec), limited('a', 30)], 40).get('a')?.nominal;
    expect(seats({ exempt: { nominalConcurrencyShares: 10 } })).toBe(30);
    expect(seats({})).toBe(40);
  });
});

describe('distributing seats', () => {
  const claim = fc
    .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 200 }))
    .map(([minimum, extra, target]) => ({ minimum, maximum: minimum + extra, target }));
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

  test('keeps every claim within its bounds and allocates the total when the bounds allow it', () => {
    fc.assert(
      fc.property(
        fc.array(claim, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 400 }),
        (claims, total) => {
          const seats = distributeSeats(total, claims);
          for (const [index, { minimum, maximum }] of claims.entries()) {
            expect(seats[index]).toBeGreaterThanOrEqual(minimum);
            expect(seats[index]).toBeLessThanOrEqual(maximum);
          }
          const least = sumOf(claims.map(({ minimum }) => minimum));
          const most = sumOf(claims.map(({ maximum }) => maximum));
          expect(sumOf(seats)).toBeCloseTo(Math.min(most, Math.max(least, total)), 4);
        },
      ),
    );
  });

  test('gives claims between their bounds the same fraction of their targets', () => {
    const seats = distributeSeats(100, [
      { minimum: 0, maximum: 1000, target: 60 },
      { minimum: 0, maximum: 1000, target: 20 },
      { minimum: 40, maximum: 1000, target: 40 },
    ]);
    expect(seats.map((one) => Math.round(one * 100) / 100)).toEqual([45, 15, 40]);
  });
});
