import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactInteger, parseJson, writeJson } from '../../../src/api/encoding/exact-json.ts';

describe('exact JSON', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
  ])('reads %s with all its digits', (text, value) => {
    expect(parseJson(text)).toBe(value);
    expect(writeJson(value)).toBe(text);
  });

  it.each([
    ['9223372036854775808', 2 ** 63],
    ['-9223372036854775809', -(2 ** 63)],
    ['9007199254740993.5', 2 ** 53 + 2],
    ['1.0000000000000000001', 1],
    ['1e0000000000000000001', 10],
    ['1e-0000000000000000001', 0.1],
  ])('reads %s as a double because it is not a 64-bit integer', (text, value) => {
    expect(parseJson(text)).toBe(value);
  });

  it('leaves digits in strings and member names alone', () => {
    const text =
      '{"9007199254740993":"a \\" 9007199254740993","__proto__":9007199254740993,"a":[{"b":9007199254740995}]}';
    expect(writeJson(parseJson(text))).toBe(text);
  });

  it('keeps the last value of a repeated member', () => {
    expect(parseJson('{"a":9007199254740993,"a":"9007199254740993"}')).toEqual({ a: '9007199254740993' });
    expect(parseJson('{"a":"x","a":9007199254740993}')).toEqual({ a: 9007199254740993n });
  });

  it('writes doubles beside long integers as JavaScript does', () => {
    const value = [1e20, 1e21, 1234567890123456, 2 ** 60, 9007199254740993n, -0, 1.5, '1234567890123456'];
    expect(writeJson(value)).toBe(
      '[100000000000000000000,1e+21,1234567890123456,1152921504606847000,9007199254740993,0,1.5,"1234567890123456"]',
    );
  });

  it('writes several lines when an indent is set', () => {
    expect(writeJson({ a: 9007199254740993n }, 2)).toBe('{\n  "a": 9007199254740993\n}');
  });

  it('reports cycles as JSON.stringify does', () => {
    const cycle: Record<string, unknown> = { long: 9007199254740993n };
    cycle.self = cycle;
    expect(() => writeJson(cycle)).toThrow(TypeError);
  });

  it('reads back any value that it wrote', () => {
    const scalar = fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(exactInteger),
      fc.integer(),
      fc.string(),
      fc.constantFrom(true, null, '9007199254740993'),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value')), fc.dictionary(fc.string(), tie('value'))),
    }));
    fc.assert(
      fc.property(value, (sent) => {
        expect(parseJson(writeJson(sent))).toEqual(sent);
      }),
    );
  });
});
