import { expect, test } from 'vitest';
import { LruMap } from '../../../src/api/memory/lru-map.ts';
import { seededRandom } from '../../scheduler/fake-cluster.ts';

test('A full map drops the least recently used entry', () => {
  const map = new LruMap<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
  map.set('a', 4);
  map.set('d', 5);
  expect([map.has('a'), map.has('c'), map.has('d')]).toEqual([true, false, true]);
});

test('The least recently used value can be dropped and is returned', () => {
  const map = new LruMap<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.get('a');
  expect([map.dropOldest(), map.dropOldest(), map.dropOldest()]).toEqual([2, 1, undefined]);
  expect(map.has('a')).toBe(false);
});

test('Any sequence of reads and writes has the result of a list in order of use', () => {
  const random = seededRandom(7);
  const map = new LruMap<number>(4);
  let model: [string, number][] = [];
  for (let step = 0; step < 2000; step++) {
    const [choice = 0, isWrite = 0] = random.bytes(2);
    const key = `key-${choice % 7}`;
    const known = model.find(([each]) => each === key);
    if (isWrite % 2 === 0) {
      map.set(key, step);
      model = [...model.filter((each) => each !== known), [key, step] as [string, number]].slice(-4);
    } else {
      expect(map.get(key)).toBe(known?.[1]);
      if (known) model = [...model.filter((each) => each !== known), known];
    }
  }
});
