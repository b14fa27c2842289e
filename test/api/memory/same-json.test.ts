import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameJson } from '../../../src/api/memory/same-json.ts';

const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, fc.constantFrom(0, 1, 'a', null, true), tie('object'), tie('array')),
  array: fc.array(tie('value'), { maxLength: 2 }),
  object: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', '1'), tie('value'), { maxKeys: 2 }),
}));

test('JSON values are equal when their texts are equal', () => {
  fc.assert(
    fc.property(json.value, json.value, (one, other) => {
      expect(isSameJson(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(isSameJson(one, JSON.parse(JSON.stringify(one)))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('The orders of members and of items matter', () => {
  expect(isSameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
  expect(isSameJson([1, 2], [2, 1])).toBe(false);
  expect(isSameJson({ a: [{ b: null }] }, { a: [{ b: null }] })).toBe(true);
});
