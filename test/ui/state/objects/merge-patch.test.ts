import { expect, test } from 'vitest';
import { mergePatchOf } from '../../../../src/ui/state/objects/merge-patch.ts';

test.each([
  ['holds only what changed', { a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 2, d: 4 } }, { b: { d: 4 } }],
  ['removes what is gone', { a: 1, b: { c: 2, d: 3 } }, { b: { c: 2 } }, { a: null, b: { d: null } }],
  ['adds what is new', { a: 1 }, { a: 1, b: { c: 2 } }, { b: { c: 2 } }],
  ['replaces lists', { a: [1, 2] }, { a: [1, 3] }, { a: [1, 3] }],
  ['replaces a value of another type', { a: { b: 1 } }, { a: 'text' }, { a: 'text' }],
  ['is empty for equal values', { a: { b: [1] } }, { a: { b: [1] } }, {}],
])('a merge patch %s', (_, before, after, patch) => expect(mergePatchOf(before, after)).toEqual(patch));
