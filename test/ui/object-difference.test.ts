import { describe, expect, test } from 'vitest';
import { fieldChanges, meaningfulChanges } from '../../src/ui/state/object-difference.ts';

describe('the fields in which two objects differ', () => {
  test('are the smallest that do', () => {
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

  test('are found in items of lists by their names', () => {
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

  test('are found by position in lists without names', () => {
    expect(fieldChanges({ args: ['a', 'b'] }, { args: ['a', 'c', 'd'] })).toEqual([
      { type: 'changed', field: 'args[1]', before: 'b', after: 'c' },
      { type: 'added', field: 'args[2]', after: 'd' },
    ]);
  });

  test('name keys with dots in brackets', () => {
    expect(fieldChanges({ data: { 'a.txt': '1' } }, { data: {} })).toEqual([
      { type: 'removed', field: 'data[a.txt]', before: '1' },
    ]);
  });

  test('can leave out what changes with every write', () => {
    const before = { metadata: { resourceVersion: '1', managedFields: [], labels: { a: '1' } } };
    const after = { metadata: { resourceVersion: '2', managedFields: [{ manager: 'm' }], labels: { a: '2' } } };
    expect(meaningfulChanges(before, after).map(({ field }) => field)).toEqual(['metadata.labels.a']);
  });
});
