import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deepFreeze } from '../../../src/api/memory/deep-freeze.ts';
import { shareParts } from '../../../src/api/memory/share-parts.ts';

test('Equal parts are shared, and others are kept', () => {
  const like = deepFreeze({ labels: { app: 'web' }, volumes: [{ name: 'a', source: { path: '/' } }], uid: '1' });
  const value = { labels: { app: 'web' }, volumes: [{ name: 'b', source: { path: '/' } }], uid: '2' };
  const shared = shareParts(value, like);
  expect(shared).toEqual({ ...like, volumes: [{ name: 'b', source: { path: '/' } }], uid: '2' });
  expect(shared.labels).toBe(like.labels);
  expect(shared.volumes[0]?.source).toBe(like.volumes[0]?.source);
  expect(shareParts({ app: 'web' }, like.labels)).toBe(like.labels);
});

test('Parts with another order, other members or another type are not shared', () => {
  const like = deepFreeze({ a: { x: 1, y: 2 }, b: { x: 1 }, c: [1], d: {} });
  const value = { a: { y: 2, x: 1 }, b: { x: 1, y: undefined }, c: { 0: 1 }, d: [] };
  const parts = Object.values(value);
  expect(Object.values(shareParts(value, like)).every((part, index) => part === parts[index])).toBe(true);
});

test('A frozen value is left as it is', () => {
  const value = deepFreeze({ a: { b: 1 } });
  expect(shareParts(value, deepFreeze({ a: { b: 1 }, c: 2 }))).toBe(value);
});

const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(0, 1, 'a', null, true), tie('object'), tie('array')),
  array: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', '1'), tie('value'), { maxKeys: 3 }),
}));

test('A value has the same text after its parts are shared', () => {
  fc.assert(
    fc.property(json.object, json.object, (value, like) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(shareParts(value, deepFreeze(like)))).toBe(text);
    }),
    { numRuns: 2000 },
  );
});
