import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addQuantities,
  canonicalQuantity,
  canonicalResourceQuantity,
  compareQuantities,
  isPlainQuantity,
  isWhole,
  parseQuantity,
  QUANTITY_DIGITS_ERROR,
  QUANTITY_FORMAT_ERROR,
  QUANTITY_SUFFIX_ERROR,
  quantityGoText,
  quantityText,
  scaledValue,
  subtractQuantities,
  wholeValue,
} from '../../../src/api/values/quantity.ts';

describe('the text of a quantity', () => {
  it.each([
    ['+5', '+5'],
    ['5.', '5.'],
    ['007', '007'],
    ['1e3', '1e3'],
    ['12E6', '12E6'],
    ['1e-3', '1e-3'],
    ['1500k', '1500k'],
    ['1234567', '1234567'],
    ['9999999999999999999999', '9999999999999999999999'],
  ])('%s stays unchanged', (text, expected) => expect(canonicalQuantity(text)).toBe(expected));

  it.each([
    ['1000m', '1'],
    ['0.5', '500m'],
    ['.5', '500m'],
    ['1024Ki', '1Mi'],
    ['1.5Gi', '1536Mi'],
    ['0.1Gi', '107374182400m'],
    ['1000', '1k'],
    ['1.000', '1'],
    ['0Gi', '0'],
    ['-1024Mi', '-1Gi'],
    [' 1', '1'],
    ['.', '0'],
    ['1e21', '1e21'],
    ['1000000000000000000000', '1'],
    ['10000E', '10'],
    ['100000000000000000000', '100E'],
  ])('%s becomes %s', (text, expected) => expect(canonicalQuantity(text)).toBe(expected));

  it('is rounded up to thousandths in resource lists', () => {
    expect(canonicalResourceQuantity('100n')).toBe('1m');
    expect(canonicalResourceQuantity('1500u')).toBe('2m');
    expect(canonicalResourceQuantity('1e-3')).toBe('1e-3');
  });

  it.each([
    ['', QUANTITY_FORMAT_ERROR],
    ['abc', QUANTITY_FORMAT_ERROR],
    ['1.1.M', QUANTITY_FORMAT_ERROR],
    ['1 ', QUANTITY_FORMAT_ERROR],
    ['1i', QUANTITY_SUFFIX_ERROR],
    ['0.1mi', QUANTITY_SUFFIX_ERROR],
    ['-3.01e-', QUANTITY_SUFFIX_ERROR],
    ['1e9223372036854775808', QUANTITY_SUFFIX_ERROR],
    ['1e-9223372036854775809', QUANTITY_SUFFIX_ERROR],
    ['1'.repeat(1001), QUANTITY_DIGITS_ERROR],
  ])('rejects %s', (text, message) => expect(() => parseQuantity(text)).toThrow(message));

  it('parses back to the same amount', () => {
    const suffix = fc.constantFrom('n', 'u', 'm', '', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'e3', 'E-3');
    fc.assert(
      fc.property(fc.integer(), fc.nat(999), suffix, (whole, fraction, unit) => {
        const quantity = parseQuantity(`${whole}.${fraction}${unit}`);
        const again = parseQuantity(quantityText({ ...quantity, text: '' }));
        expect(compareQuantities(quantity, again)).toBe(0);
      }),
    );
  });
});

describe('quantity arithmetic', () => {
  it('is exact beyond 64 bits and across formats', () => {
    const huge = parseQuantity('9999999999999999999999');
    expect(quantityText(subtractQuantities(addQuantities(huge, parseQuantity('1n')), huge))).toBe('1n');
    expect(quantityText(addQuantities(parseQuantity('1Gi'), parseQuantity('1Mi')))).toBe('1025Mi');
    expect(quantityText(addQuantities(parseQuantity('0'), parseQuantity('1Mi')))).toBe('1Mi');
  });

  it('compares amounts, not texts', () => {
    expect(compareQuantities(parseQuantity('1000m'), parseQuantity('1'))).toBe(0);
    expect(compareQuantities(parseQuantity('1Ki'), parseQuantity('1k'))).toBe(1);
    expect(compareQuantities(parseQuantity('-1'), parseQuantity('0'))).toBe(-1);
  });

  it('rounds to integers away from zero', () => {
    expect(wholeValue(parseQuantity('1001m'))).toBe(2n);
    expect(wholeValue(parseQuantity('-1001m'))).toBe(-2n);
    expect(isWhole(parseQuantity('500m'))).toBe(false);
  });

  it("is formatted as the real server's Go struct", () => {
    expect(quantityGoText(parseQuantity('500m'))).toBe(
      'resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}',
    );
  });
});

describe('a quantity with an extreme exponent', () => {
  const huge = parseQuantity('1e999999999');

  it('stays unchanged as text', () => {
    expect(canonicalQuantity('1e999999999')).toBe('1e999999999');
    expect(canonicalResourceQuantity('-1e999999999')).toBe('-1e999999999');
  });

  it('is ordered by its magnitude', () => {
    const texts = ['-1e999999999', '-1Ei', '-1', '0', '1n', '1e30', '1e999999998', '1e999999999'];
    const sorted = [...texts].reverse().sort((a, b) => compareQuantities(parseQuantity(a), parseQuantity(b)));
    expect(sorted).toEqual(texts);
  });

  it('is bounded when it is added or expanded', () => {
    expect(wholeValue(huge)).toBe(10n ** 100n);
    expect(isWhole(huge)).toBe(true);
    expect(quantityText(subtractQuantities(addQuantities(huge, parseQuantity('1')), parseQuantity('1')))).toBe('10e99');
    expect(quantityText(subtractQuantities(huge, huge))).toBe('0');
  });

  it('is rounded away from zero to one billionth when it is tiny', () => {
    expect(canonicalQuantity('1e-999999999')).toBe('1e-9');
    expect(canonicalQuantity('-1e-999999999')).toBe('-1e-9');
    expect(canonicalQuantity('0e-999999999')).toBe('0');
  });

  it('keeps 32 bits of the exponent, as the real server does', () => {
    expect(compareQuantities(parseQuantity('1e4294967297'), parseQuantity('10'))).toBe(0);
    expect(compareQuantities(parseQuantity('1e00000000000000000000001'), parseQuantity('10'))).toBe(0);
  });
});

describe('any quantity', () => {
  const UNITS = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18, e2: 2, 'E-4': -4 } as const;
  const BINARY = { Ki: 1, Mi: 2, Gi: 3, Ti: 4, Pi: 5, Ei: 6 } as const;

  /** Decimal places of the expected amounts. */
  const SCALE = 18;
  const written = fc
    .record({
      sign: fc.constantFrom('', '+', '-'),
      whole: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fraction: fc.option(fc.integer({ min: 0, max: 999 }), { freq: 2 }),
      unit: fc.constantFrom(
        ...(Object.keys(UNITS) as (keyof typeof UNITS)[]),
        ...(Object.keys(BINARY) as (keyof typeof BINARY)[]),
      ),
    })
    .map(({ sign, whole, fraction, unit }) => {
      const digits = fraction === null ? '' : `.${String(fraction).padStart(3, '0')}`;
      const thousandths = (whole * 1000n + BigInt(fraction ?? 0)) * (sign === '-' ? -1n : 1n);
      const amount =
        unit in BINARY
          ? thousandths * 1024n ** BigInt(BINARY[unit as keyof typeof BINARY]) * 10n ** BigInt(SCALE - 3)
          : thousandths * 10n ** BigInt(SCALE - 3 + UNITS[unit as keyof typeof UNITS]);
      return { text: `${sign}${whole}${digits}${unit}`, amount };
    })
    // Amounts below a billionth are rounded up, and binary amounts are limited to 63 bits.
    .filter(
      ({ amount }) =>
        amount % 10n ** 9n === 0n && amount < 2n ** 63n * 10n ** 18n && amount > -(2n ** 63n) * 10n ** 18n,
    );
  const order = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

  it('is compared, added, subtracted and rounded exactly', () => {
    fc.assert(
      fc.property(written, written, (a, b) => {
        const [left, right] = [parseQuantity(a.text), parseQuantity(b.text)];
        expect(compareQuantities(left, right)).toBe(order(a.amount, b.amount));
        expect(scaledValue(addQuantities(left, right), -SCALE)).toBe(a.amount + b.amount);
        expect(scaledValue(subtractQuantities(left, right), -SCALE)).toBe(a.amount - b.amount);
        const [size, one] = [a.amount < 0n ? -a.amount : a.amount, 10n ** BigInt(SCALE)];
        const rounded = (size + one - 1n) / one;
        expect(wholeValue(left)).toBe(a.amount < 0n ? -rounded : rounded);
        expect(isWhole(left)).toBe(size % one === 0n);
      }),
      { numRuns: 2000 },
    );
  });

  it('has one canonical text with the same amount', () => {
    fc.assert(
      fc.property(written, ({ text, amount }) => {
        const canonical = canonicalQuantity(text);
        expect(scaledValue(parseQuantity(canonical), -SCALE)).toBe(amount);
        expect(canonicalQuantity(canonical)).toBe(canonical);
      }),
      { numRuns: 2000 },
    );
  });

  it('is the same with and without parsing', () => {
    const notation = fc.tuple(
      fc.oneof(fc.integer({ min: 0, max: 1200 }).map(String), fc.constantFrom('00', '01', '1.0', '1.5', '1000000')),
      fc.constantFrom('', ...'numkMGTPEK', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei', 'mi', 'e3'),
    );
    fc.assert(
      fc.property(notation, ([digits, suffix]) => {
        const text = `${digits}${suffix}`;
        // Surrounding spaces, which are dropped, prevent the fast path for common notations.
        const outcome = (read: (written: string) => string, written: string) => {
          try {
            return read(written);
          } catch (error) {
            return (error as Error).message;
          }
        };
        expect(outcome(canonicalQuantity, text)).toBe(outcome(canonicalQuantity, ` ${text}`));
        expect(outcome(canonicalResourceQuantity, text)).toBe(outcome(canonicalResourceQuantity, ` ${text}`));
        if (isPlainQuantity(text)) expect(() => parseQuantity(text)).not.toThrow();
      }),
      { numRuns: 3000 },
    );
  });
});
