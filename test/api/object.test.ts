import { expect, it } from 'vitest';
import { memberOf } from '../../src/api/object.ts';

it('memberOf returns only own members of plain data, whatever their names', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'missing']) {
    expect(memberOf<unknown>({ a: 1 }, name)).toBeUndefined();
    expect(memberOf<unknown>(JSON.parse(`{"${name}":"own"}`), name)).toBe('own');
    expect(memberOf<unknown>(JSON.parse(`{"${name}":{"a":1}}`), name)).toEqual({ a: 1 });
  }
  const own = (): string => 'own';
  expect(memberOf({ toString: own }, 'toString')).toBe(own);
  expect(memberOf(undefined, 'a')).toBeUndefined();
});
