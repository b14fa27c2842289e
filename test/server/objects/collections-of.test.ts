import { expect, test } from 'vitest';
import { collectionsOf } from '../../../src/server/objects/collections-of.ts';

test('the collections of an object are the prefixes of its key that end with a slash', () => {
  expect(collectionsOf('/registry/pods/default/web-0')).toEqual([
    '/registry/',
    '/registry/pods/',
    '/registry/pods/default/',
  ]);
  expect(collectionsOf('/registry/minions/node-0')).toEqual(['/registry/', '/registry/minions/']);
});
