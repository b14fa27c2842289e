import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differenceFrom, textFrom } from '../../src/storage/text-difference.ts';

/** Texts that share long parts, as two states of an object do. */
const part = fc.oneof(
  fc.constantFrom('"spec":{"containers":[{"name":"web","image":"nginx"}]}'.repeat(3), 'x'.repeat(200), 'ab'.repeat(90)),
  fc.string({ maxLength: 100 }),
);
const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));

const ownLength = (difference: readonly (string | number)[]): number =>
  difference.reduce<number>((sum, each) => sum + (typeof each === 'string' ? each.length : 0), 0);

test('a text can be restored from another text and the difference', () => {
  fc.assert(
    fc.property(text, text, (base, other) => {
      expect(textFrom(base, differenceFrom(base, other))).toBe(other);
    }),
    { numRuns: 1000 },
  );
});

test('equal texts have a difference of one copied part', () => {
  expect(differenceFrom('equal', 'equal')).toEqual([0, 5]);
  expect(differenceFrom('', '')).toEqual([]);
});

test('a text with nothing in common is stored unchanged', () => {
  expect(differenceFrom('', 'a'.repeat(500))).toEqual(['a'.repeat(500)]);
  expect(differenceFrom('b'.repeat(500), 'a'.repeat(500))).toEqual(['a'.repeat(500)]);
});

test('the text between two changes is copied', () => {
  const spec = Array.from({ length: 40 }, (_, index) => `"field${index}":${index}`).join();
  const state = (manager: string, phase: string) =>
    `{"metadata":{"managedFields":[{"manager":"${manager}"}]},"spec":{${spec}},"status":{"phase":"${phase}"}}`;
  const difference = differenceFrom(state('kubelet, scheduler', 'Running'), state('scheduler', 'Pending'));
  expect(ownLength(difference)).toBeLessThan(20);
});
