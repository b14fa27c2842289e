import { describe, expect, test } from 'vitest';
import { fieldChanges, isWithin, meaningfulChanges } from '../../../../src/ui/state/objects/object-difference.ts';

describe('the differences of two objects', () => {
  test('are the smallest differing fields', () => {
    const before = { spec: { replicas: 1, paused: false }, status: { ready: 1 } };
    const after = { spec: { replicas: 2, paused: false }, data: { a: '1' } };
    expect(fieldChanges(before, after)).toEqual([
      { type: 'changed', field: 'spec.replicas', before: 1, after: 2 },
      { type: 'removed', field: 'status', before: { ready: 1 } },
      { type: 'added', field: 'data', after: { a: '1' } },
    ]);
  });

  test('do not depend on the order of members', () => {
    expect(fieldChanges({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } })).toEqual([]);
  });

  test('match list items by name', () => {
    const before = {
      containers: [
        { name: 'a', image: 'one' },
        { name: 'b', image: 'one' },
      ],
    };
    const after = {
      containers: [
        { name: 'b', image: 'two' },
        { name: 'a', image: 'one' },
      ],
    };
    expect(fieldChanges(before, after)).toEqual([
      { type: 'changed', field: 'containers[name=b].image', before: 'one', after: 'two' },
    ]);
  });

  test('match list items by position when they have no names', () => {
    expect(fieldChanges({ args: ['a', 'b'] }, { args: ['a', 'c', 'd'] })).toEqual([
      { type: 'changed', field: 'args[1]', before: 'b', after: 'c' },
      { type: 'added', field: 'args[2]', after: 'd' },
    ]);
  });

  test('have keys with dots in brackets', () => {
    expect(fieldChanges({ data: { 'a.txt': '1' } }, { data: {} })).toEqual([
      { type: 'removed', field: 'data[a.txt]', before: '1' },
    ]);
  });

  test('can omit bookkeeping fields', () => {
    const before = { metadata: { resourceVersion: '1', managedFields: [], labels: { a: '1' } } };
    const after = { metadata: { resourceVersion: '2', managedFields: [{ manager: 'm' }], labels: { a: '2' } } };
    expect(meaningfulChanges(before, after).map(({ field }) => field)).toEqual(['metadata.labels.a']);
  });
});

describe('a value is within another', () => {
  const live = { metadata: { name: 'a', uid: 'u' }, rules: [{ verbs: ['get'], scope: '*' }] };
  test.each([
    ['which says more', { metadata: { name: 'a' }, rules: [{ verbs: ['get'] }] }, true],
    ['where it leaves open what is set', { metadata: { name: 'a', uid: null }, rules: undefined }, true],
    ['not where a value differs', { metadata: { name: 'b' } }, false],
    ['not where a member is missing', { data: { a: '1' } }, false],
    ['not where a list is longer or shorter', { rules: [] }, false],
    ['not where a list has another item', { rules: [{ verbs: ['list'] }] }, false],
  ])('%s', (_, part, expected) => expect(isWithin(part, live)).toBe(expected));

  test('not in undefined', () => expect(isWithin({}, undefined)).toBe(false));
});
