import { expect, test } from 'vitest';
import { JsonPath } from '../../../src/api/json/json-path.ts';

const object = {
  metadata: { annotations: { 'example.com/a': 'x' } },
  spec: {
    n: 1,
    list: [
      { kind: 'y', name: 'one' },
      { kind: 'x', name: 'two' },
    ],
  },
};
const first = (path: string): unknown => new JsonPath(path).first(object);

test('a path can select members, elements, all children or filtered elements, and returns the first match', () => {
  expect(first('.spec.n')).toBe(1);
  expect(first('.spec.list[1].name')).toBe('two');
  expect(first('.spec.list[-1].name')).toBe('two');
  expect(first('.spec.list[*].name')).toBe('one');
  expect(first('.spec.list[?(@.kind=="x")].name')).toBe('two');
  expect(first(".metadata.annotations['example.com/a']")).toBe('x');
  expect(first('.metadata.annotations.example\\.com/a')).toBe('x');
  expect(first('.spec.none.deeper')).toBeUndefined();
});

test('a path with a range, a union, a descent or a comparison returns the first match, as kubectl does', () => {
  expect(first('.spec.list[1:].name')).toBe('two');
  expect(first('.spec.list[-1:].name')).toBe('two');
  expect(first('.spec.list[1,0].name')).toBe('two');
  expect(first(".spec['none','n']")).toBe(1);
  expect(first('.spec.list..name')).toBe('one');
  expect(first('.spec.list[?(@.name > "one")].kind')).toBe('x');
  expect(first('.spec.list[5].name')).toBeUndefined();
});

test('only a path of plain members has member names', () => {
  expect(new JsonPath('.spec.replicas').members).toEqual(['spec', 'replicas']);
  expect(new JsonPath('.spec.list[0]').members).toBeUndefined();
});
