import { expect, test } from 'vitest';
import { BoundedMap } from '../../../src/api/memory/bounded-map.ts';

test('A bounded map drops all entries when another key does not fit', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2);
  expect([...map]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  map.set('c', 3);
  expect([...map]).toEqual([['c', 3]]);
});

test('A full map replaces the value of an existing key', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3);
  expect([...map]).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
});
