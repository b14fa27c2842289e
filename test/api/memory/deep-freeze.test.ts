import { expect, test } from 'vitest';
import { deepFreeze } from '../../../src/api/memory/deep-freeze.ts';

test('deepFreeze freezes objects and lists at every depth and returns the value itself', () => {
  const value = { list: [{ inner: { text: 'a' } }, [1, null]], none: null, empty: {} };
  expect(deepFreeze(value)).toBe(value);
  for (const each of [value, value.list, value.list[0], value.list[1], value.empty])
    expect(Object.isFrozen(each)).toBe(true);
  expect(Object.isFrozen((value.list[0] as { inner: object }).inner)).toBe(true);
});

test('deepFreeze assumes that a frozen object is frozen at every depth', () => {
  const frozen = Object.freeze({ inner: {} });
  deepFreeze({ frozen });
  expect(Object.isFrozen(frozen.inner)).toBe(false);
});

test('deepFreeze returns scalars unchanged', () => {
  expect([deepFreeze(null), deepFreeze(1), deepFreeze('a'), deepFreeze(undefined)]).toEqual([null, 1, 'a', undefined]);
});
