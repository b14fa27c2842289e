import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { semanticallyEqual } from '../../src/resources/semantic-equality.ts';

describe('semantic equality', () => {
  it.each([
    [{ a: 1 }, { a: 1, b: undefined }, true],
    [{ a: [] }, {}, true],
    [{ a: null }, {}, true],
    [{ a: {} }, {}, false],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: '1' }, false],
  ])('%j and %j: %s', (a, b, equal) => {
    expect(semanticallyEqual(a, b)).toBe(equal);
  });

  it('holds for every value and its copy, in any member order', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) =>
        semanticallyEqual(value, Object.fromEntries(Object.entries(structuredClone(value)).reverse())),
      ),
    );
  });
});
