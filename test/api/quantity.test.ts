import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addQuantities,
  canonicalQuantity,
  canonicalResourceQuantity,
  compareQuantities,
  isWhole,
  parseQuantity,
  QUANTITY_FORMAT_ERROR,
  QUANTITY_SUFFIX_ERROR,
  quantityGoText,
  quantityText,
  subtractQuantities,
  wholeValue,
} from '../../src/api/quantity.ts';

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
  ])('%s comes back unchanged', (text, expected) => expect(canonicalQuantity(text)).toBe(expected));

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
  ])('%s becomes %s', (text, expected) => expect(canonicalQuantity(text)).toBe(expected));

  it('is rounded up to thousandths in lists of resources', () => {
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
  ])('%s is refused', (text, message) => expect(() => parseQuantity(text)).toThrow(message));

  it('reads back as the same amount', () => {
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

describe('calculating with quantities', () => {
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

  it('rounds away from zero to whole numbers', () => {
    expect(wholeValue(parseQuantity('1001m'))).toBe(2n);
    expect(wholeValue(parseQuantity('-1001m'))).toBe(-2n);
    expect(isWhole(parseQuantity('500m'))).toBe(false);
  });

  it('shows itself as the struct of the server', () => {
    expect(quantityGoText(parseQuantity('500m'))).toBe(
      'resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}',
    );
  });
});
