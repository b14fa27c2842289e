import { expect, test } from 'vitest';
import { RecentChanges } from '../../../src/server/objects/recent-changes.ts';

const change = (key: string, revision: number) => ({ key, revision, previous: undefined, current: undefined });
const ROLES = '/registry/roles/';

test('changes to a collection are recorded after its first query', () => {
  const recent = new RecentChanges();
  recent.follow([change('/registry/roles/x/a', 1)]);
  expect(recent.after(ROLES, 0, 1)).toBeUndefined();
  recent.follow([change('/registry/roles/x/b', 2), change('/registry/rolebindings/x/b', 2)]);
  recent.follow([change('/registry/roles/x/c', 3)]);
  const keysAfter = (revision: number) => recent.after(ROLES, revision, 3)?.map(({ key }) => key);
  expect(keysAfter(1)).toEqual(['/registry/roles/x/b', '/registry/roles/x/c']);
  expect(keysAfter(2)).toEqual(['/registry/roles/x/c']);
  expect(keysAfter(3)).toEqual([]);
  expect(keysAfter(0)).toBeUndefined();
});

test('old changes are dropped', () => {
  const recent = new RecentChanges();
  recent.after(ROLES, 0, 0);
  for (let revision = 1; revision <= 300; revision++) recent.follow([change(`${ROLES}x/a`, revision)]);
  expect(recent.after(ROLES, 0, 300)).toBeUndefined();
  expect(recent.after(ROLES, 299, 300)?.length).toBe(1);
});
