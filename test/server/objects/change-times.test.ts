import { expect, test } from 'vitest';
import type { ApiObject } from '../../../src/api/object.ts';
import { changeTimes } from '../../../src/server/objects/change-times.ts';
import type { StoredObjects } from '../../../src/server/objects/stored-objects.ts';
import type { Change, Entry } from '../../../src/storage/storage.ts';

const NOW = Date.UTC(2023, 10, 21);
const CREATED = '2023-11-20T00:00:00Z';

const states = {
  of: ({ value }: { value: unknown }) => ({ object: { metadata: value } as ApiObject }),
} as unknown as StoredObjects;
const change = (revision: number, metadata?: object): Change => ({
  ...{ revision, key: `/registry/configmaps/default/${revision}`, previous: undefined },
  current: metadata && ({ value: metadata } as unknown as Entry),
});

test('changes before the first known time get that time', () => {
  const times = changeTimes(
    [change(1), change(2), change(3, { creationTimestamp: CREATED }), change(4)],
    [],
    states,
    NOW,
  );
  expect(times).toEqual(Array(4).fill(Date.parse(CREATED)));
});

test('changes without any known time get the present', () => {
  expect(changeTimes([change(1), change(2)], [], states, NOW)).toEqual([NOW, NOW]);
});

test('a time that a client wrote into an object is not after the present', () => {
  const managedFields = [{ time: '2099-01-01T00:00:00Z' }];
  expect(changeTimes([change(1, { creationTimestamp: CREATED, managedFields })], [], states, NOW)).toEqual([NOW]);
});
