import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { WeakPairMap } from '../../../src/api/memory/weak-pair-map.ts';

it('A value is found by both of its keys, and replaced', () => {
  const map = new WeakPairMap<object, object, string>();
  const [a, b] = [{}, {}];
  map.set(a, b, 'ab');
  map.set(a, a, 'aa');
  map.set(a, b, 'new');
  expect([map.get(a, b), map.get(a, a), map.get(b, a)]).toEqual(['new', 'aa', undefined]);
});

it('A value is released with either of its keys', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const map = new WeakPairMap<object, object, object>();
  const [first, second] = [{}, {}];
  const values = (() => {
    const [value, other] = [{}, {}];
    map.set({}, second, value);
    map.set(first, {}, other);
    return [value, other].map((each) => new WeakRef(each));
  })();
  await new Promise((resolve) => setTimeout(resolve, 0));
  collect();
  expect(values.map((each) => each.deref())).toEqual([undefined, undefined]);
  expect(map.get(first, second)).toBeUndefined();
});
