import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareKeys } from '../../../src/schema/yaml/compare-keys.ts';

const sorted = (...keys: string[]): string[] => keys.sort(compareKeys);

it('numbers in keys are sorted by their value', () => {
  expect(sorted('item-10', 'item-9', 'item-100', 'item-1')).toEqual(['item-1', 'item-9', 'item-10', 'item-100']);
});

it('letters come after other characters, and capital letters before small ones', () => {
  expect(sorted('ab', 'a', 'a/b', 'aB', 'a1', 'a.b')).toEqual(['a', 'a.b', 'a/b', 'a1', 'aB', 'ab']);
});

it('a zero after another digit is part of its number', () => {
  expect(sorted('v10', 'v1', 'v100', 'v11')).toEqual(['v1', 'v10', 'v11', 'v100']);
  expect(sorted('v01', 'v1', 'v001')).toEqual(['v1', 'v01', 'v001']);
});

it('the order of two keys is the reverse of their order exchanged', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'B', '0', '1', '9', '-', 'é') });
  fc.assert(
    fc.property(key, key, (one, other) => {
      const order = Math.sign(compareKeys(one, other));
      expect(order).toBe(0 - Math.sign(compareKeys(other, one)));
      expect(order === 0).toBe(one === other);
    }),
  );
});
