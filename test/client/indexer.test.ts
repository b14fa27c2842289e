import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiObject } from '../../src/api/object.ts';
import { everyLabel, parseLabelSelector } from '../../src/api/selectors/label-selector.ts';
import { Indexer } from '../../src/client/indexer.ts';
import { objectKey } from '../../src/client/object-key.ts';

const oneOf = (...values: string[]) => fc.constantFrom(...values);
const objects: fc.Arbitrary<ApiObject> = fc
  .record({
    namespace: oneOf('', 'one', 'two'),
    name: oneOf('a', 'b', 'c'),
    owners: fc.uniqueArray(oneOf('x', 'y', 'z'), { maxLength: 3 }),
    labels: fc.dictionary(oneOf('app', 'tier'), oneOf('web', 'api')),
  })
  .map(({ namespace, name, owners, labels }) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...(namespace ? { namespace } : {}),
      ...{ name, labels },
      ownerReferences: owners.map((uid) => ({ apiVersion: 'v1', kind: 'Owner', name: uid, uid })),
    },
  }));
const steps = fc.array(fc.record({ object: objects, isDeleted: fc.boolean() }), { maxLength: 40 });
const app: (object: ApiObject) => string[] = ({ metadata }) => Object.values(metadata.labels ?? {});

/** Returns the objects that a function selects, sorted by key. */
const selected = (live: ReadonlyMap<string, ApiObject>, selects: (object: ApiObject) => boolean): ApiObject[] =>
  sorted([...live.values()].filter(selects));
const sorted = (objects: readonly ApiObject[]): ApiObject[] =>
  objects.toSorted((a, b) => (objectKey(a) < objectKey(b) ? -1 : 1));

test('Every index finds the live objects with a value after any writes', () => {
  fc.assert(
    fc.property(steps, fc.nat({ max: 40 }), (script, indexedAt) => {
      const indexer = new Indexer<ApiObject>();
      const live = new Map<string, ApiObject>();
      for (const [at, { object, isDeleted }] of script.entries()) {
        if (at === indexedAt) {
          indexer.addIndexers({ app });
          // The first use of a built-in index builds it.
          indexer.list({ namespace: 'one' });
          indexer.ownedBy('x');
        }
        const key = objectKey(object);
        expect(isDeleted ? indexer.delete(key) : indexer.set(object)).toBe(live.get(key));
        if (isDeleted) live.delete(key);
        else live.set(key, object);
      }
      if (script.length <= indexedAt) indexer.addIndexers({ app });
      for (const namespace of ['', 'one', 'two'])
        for (const selector of [everyLabel, parseLabelSelector('app=web')])
          expect(sorted(indexer.list({ namespace, selector }))).toEqual(
            selected(
              live,
              ({ metadata }) => (metadata.namespace ?? '') === namespace && selector.matches(metadata.labels),
            ),
          );
      for (const uid of ['x', 'y', 'z'])
        expect(sorted(indexer.ownedBy(uid))).toEqual(
          selected(live, ({ metadata }) => (metadata.ownerReferences ?? []).some((owner) => owner.uid === uid)),
        );
      for (const value of ['web', 'api'])
        expect(sorted(indexer.byIndex('app', value))).toEqual(selected(live, (object) => app(object).includes(value)));
    }),
  );
});

test('An update keeps the position of an object among the objects with the same value', () => {
  const indexer = new Indexer<ApiObject>();
  const named = (name: string, label = ''): ApiObject => ({
    ...{ apiVersion: 'v1', kind: 'Pod' },
    metadata: { namespace: 'default', name, labels: { label } },
  });
  for (const name of ['a', 'b', 'c']) indexer.set(named(name));
  indexer.set(named('a', 'changed'));
  const found = indexer.list({ namespace: 'default' });
  expect(found.map(({ metadata }) => [metadata.name, metadata.labels?.label])).toEqual([
    ['a', 'changed'],
    ['b', ''],
    ['c', ''],
  ]);
});
