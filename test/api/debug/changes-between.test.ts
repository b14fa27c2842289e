import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween } from '../../../src/api/debug/changes-between.ts';
import { applyJsonPatch } from '../../../src/patch/json-patch.ts';

test('each change has a path, a new value and a previous value', () => {
  expect(changesBetween({ a: 1, b: { 'c/d': [1, 2] } }, { a: 2, b: { 'c/d': [1], e: null } })).toEqual([
    { op: 'replace', path: '/a', value: 2, before: 1 },
    { op: 'remove', path: '/b/c~1d/1', before: 2 },
    { op: 'add', path: '/b/e', value: null },
  ]);
  expect(changesBetween({ a: [{ b: 1 }] }, { a: [{ b: 1 }] })).toEqual([]);
});

test('a member named __proto__ is compared like any other', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1}}');
  expect(JSON.stringify(changesBetween({}, { b: value }))).toBe(
    '[{"op":"add","path":"/b","value":{"__proto__":{"a":1}}}]',
  );
});

test('applying the changes as a JSON patch produces the second object', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
  fc.assert(
    fc.property(object, object, (before, after) => {
      const [from, to] = [before, after].map((value) => JSON.stringify(value)) as [string, string];
      const changes = changesBetween(JSON.parse(from), JSON.parse(to));
      expect(JSON.parse(applyJsonPatch(from, JSON.stringify(changes)))).toEqual(JSON.parse(to));
    }),
    { numRuns: 300 },
  );
});
