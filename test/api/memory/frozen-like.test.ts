import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deepFreeze } from '../../../src/api/memory/deep-freeze.ts';
import { frozenLike } from '../../../src/api/memory/frozen-like.ts';

test('Equal parts are shared, and different parts are kept', () => {
  const like = deepFreeze({ labels: { app: 'web' }, volumes: [{ name: 'a', source: { path: '/' } }], uid: '1' });
  const value = { labels: { app: 'web' }, volumes: [{ name: 'b', source: { path: '/' } }], uid: '2' };
  const shared = frozenLike(value, like);
  expect(shared).toEqual({ ...like, volumes: [{ name: 'b', source: { path: '/' } }], uid: '2' });
  expect(shared.labels).toBe(like.labels);
  expect(shared.volumes[0]?.source).toBe(like.volumes[0]?.source);
  expect(frozenLike({ app: 'web' }, like.labels)).toBe(like.labels);
});

test('Parts that differ in order, members or type are not shared', () => {
  const like = deepFreeze({ a: { x: 1, y: 2 }, b: { x: 1 }, c: [1], d: {} });
  const value = { a: { y: 2, x: 1 }, b: { x: 1, y: undefined }, c: { 0: 1 }, d: [] };
  const parts = Object.values(value);
  expect(Object.values(frozenLike(value, like)).every((part, index) => part === parts[index])).toBe(true);
});

test('A frozen value is returned unchanged', () => {
  const value = deepFreeze({ a: { b: 1 } });
  expect(frozenLike(value, deepFreeze({ a: { b: 1 }, c: 2 }))).toBe(value);
});

const isFrozenAsWhole = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozenAsWhole));

const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(0, 1, 'a', null, true), tie('object'), tie('array')),
  array: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', '1'), tie('value'), { maxKeys: 3 }),
}));

test('Sharing parts freezes the entire value and does not change its JSON', () => {
  fc.assert(
    fc.property(json.object, json.object, (value, like) => {
      const text = JSON.stringify(value);
      const frozen = frozenLike(value, deepFreeze(like));
      expect(JSON.stringify(frozen)).toBe(text);
      expect(isFrozenAsWhole(frozen)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
