import { expect, test } from 'vitest';
import { collectionsOf } from '../../../src/server/objects/collections-of.ts';

test('an object is in the collections whose prefixes end before a slash of its key, but is none itself', () => {
  expect(collectionsOf('/registry/pods/default/web-0')).toEqual([
    '/registry/',
    '/registry/pods/',
    '/registry/pods/default/',
  ]);
  expect(collectionsOf('/registry/minions/node-0')).toEqual(['/registry/', '/registry/minions/']);
});
