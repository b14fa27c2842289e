import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDeepEqual } from '../../../src/controllers/workloads/deep-equal.ts';

/** Returns a value as JSON stores it, without undefined members. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
const names = fc.constantFrom('a', 'b', 'constructor', 'toString');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, 1, '', 'text'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(names, fc.option(tie('value'), { nil: undefined }), { maxKeys: 3 }),
  ),
}));

test('Values are equal when their JSON has the same members, in any order', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      for (const other of [a, b, structuredClone(a)]) {
        let isEqual = true;
        try {
          expect(plain(other)).toEqual(plain(a));
        } catch {
          isEqual = false;
        }
        expect(isDeepEqual(a, other)).toBe(isEqual);
        expect(isDeepEqual(other, a)).toBe(isEqual);
      }
    }),
    { numRuns: 1000 },
  );
});
