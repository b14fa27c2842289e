import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import type { ApiObject } from '../../../src/api/object.ts';
import { finish } from '../../../src/api/steps.ts';
import { Claims } from '../../../src/server/objects/claims.ts';
import { ObjectStore } from '../../../src/server/objects/object-store.ts';
import { createReadServer } from '../read-server.ts';

test('the reader returns the same list until the collection changes', async () => {
  const { put, objects, server } = await createReadServer();
  const reader = objects.reader(server.resources);
  await put('configmaps', { metadata: { name: 'a', namespace: 'n' } });
  const first = await reader.list('', 'configmaps', 'n');
  await put('secrets', { metadata: { name: 'a', namespace: 'n' } });
  await put('configmaps', { metadata: { name: 'a', namespace: 'other' } });
  expect(await reader.list('', 'configmaps', 'n')).toBe(first);
  const collection = reader.collectionOf('', 'configmaps');
  const { revision } = collection;
  await put('configmaps', { metadata: { name: 'b', namespace: 'n' } });
  expect(await reader.list('', 'configmaps', 'n')).toHaveLength(2);
  expect(await reader.list('', 'configmaps')).toHaveLength(3);
  expect(collection.revision).toBeGreaterThan(revision);
});

test('an update that changes nothing is not written', async () => {
  const { put, storage } = await createReadServer();
  await put('configmaps', { metadata: { name: 'a', namespace: 'n' } });
  const before = await storage.revision();
  await put('configmaps', { metadata: { name: 'a', namespace: 'n' } });
  expect(await storage.revision()).toBe(before);
});

test('an update of a stale state fails, even if it changes nothing', async () => {
  const { put, objects } = await createReadServer();
  const key = '/registry/configmaps/n/a';
  await put('configmaps', { metadata: { name: 'a', namespace: 'n' }, data: { v: '1' } });
  const stale = await objects.get(key);
  if (!stale) throw new Error('the object is stored');
  expect(await objects.update(stale, structuredClone(stale.object), [], [])).toBe(stale);
  await put('configmaps', { metadata: { name: 'a', namespace: 'n' }, data: { v: '2' } });
  expect(await objects.update(stale, structuredClone(stale.object), [], [])).toBeUndefined();
  expect(await objects.update(stale, { ...stale.object, data: { v: '3' } } as ApiObject, [], [])).toBeUndefined();
  expect((await objects.get(key))?.object).toMatchObject({ data: { v: '2' } });
});

test('a removal returns the last state with the revision of the removal', async () => {
  const { put, objects } = await createReadServer();
  const revision = await put('configmaps', { metadata: { name: 'a', namespace: 'n' }, data: { v: '1' } });
  const removed = await objects.remove('/registry/configmaps/n/a', revision, []);
  expect(removed?.object).toMatchObject({
    metadata: { name: 'a', resourceVersion: String(revision + 1) },
    data: { v: '1' },
  });
});

test('a removed object takes the kept list that begins with it along', async () => {
  const { put, objects } = await createReadServer();
  const revision = await put('configmaps', { metadata: { name: 'a', namespace: 'n' } });
  const listed = (await objects.list('/registry/configmaps/n/')).objects;
  finish(objects.encodedRuns.encode({}, listed, ({ key }) => key));
  expect(objects.encodedRuns.size).toBeGreaterThan(0);
  await objects.remove('/registry/configmaps/n/a', revision, []);
  expect(objects.encodedRuns.size).toBe(0);
});

test('a create fails while another object holds its claim, and succeeds after that object is removed', async () => {
  const { objects } = await createReadServer();
  const service = (name: string) => ({ kind: 'Service', apiVersion: 'v1', metadata: { name, namespace: 'n' } });
  const first = await objects.create('/registry/services/n/a', service('a'), ['ip/10.0.0.1']);
  expect(await objects.create('/registry/services/n/b', service('b'), ['ip/10.0.0.1'])).toEqual({
    committed: false,
    found: undefined,
  });
  if (first.committed) await objects.remove('/registry/services/n/a', first.stored.revision, ['ip/10.0.0.1']);
  expect(await objects.create('/registry/services/n/b', service('b'), ['ip/10.0.0.1'])).toMatchObject({
    committed: true,
  });
});

test('reading a past state of an object keeps its live state cached', async () => {
  const { put, storage } = await createReadServer();
  const key = '/registry/configmaps/n/a';
  const revision = await put('configmaps', { metadata: { name: 'a', namespace: 'n' }, data: { v: '1' } });
  const objects = await ObjectStore.open(storage, await Claims.open(storage));
  await put('configmaps', { metadata: { name: 'a', namespace: 'n' }, data: { v: '2' } });
  for (let other = 0; other < 130; other++)
    for (const v of ['1', '2'])
      await put('configmaps', { metadata: { name: `b${other}`, namespace: 'n' }, data: { v } });
  const live = await objects.get(key);
  const past = await objects.list(key, { revision, limit: 1 });
  expect(past.objects[0]?.object).toMatchObject({ data: { v: '1' } });
  expect(await objects.get(key)).toBe(live);
});

test('a repeated list keeps its revision when the storage is ahead of its announcements', async () => {
  const { put, storage } = await createReadServer();
  const silent = Object.assign(Object.create(storage), {
    list: storage.list.bind(storage),
    revision: storage.revision.bind(storage),
    follow: async () => () => undefined,
  }) as typeof storage;
  const objects = await ObjectStore.open(silent, await Claims.open(storage));
  const revision = await put('configmaps', { metadata: { name: 'a', namespace: 'n' } });
  const first = await objects.list('/registry/configmaps/n/');
  expect(first).toMatchObject({ revision, objects: [{ revision }] });
  expect(await objects.list('/registry/configmaps/n/')).toEqual(first);
});

describe('a list of the newest state', () => {
  const places = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), namespace: fc.constantFrom('m', 'n') });
  const steps = fc.array(
    fc.oneof(
      fc.record({ put: places, value: fc.string() }),
      fc.record({ remove: places }),
      fc.record({ list: fc.constantFrom('', 'm/', 'n/'), limit: fc.option(fc.integer({ min: 1, max: 6 })) }),
    ),
    { maxLength: 30 },
  );

  it('is that of the storage after every write, whole or the first page of it', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { put, objects, storage } = await createReadServer();
        for (const step of all) {
          if ('put' in step) await put('configmaps', { metadata: step.put, data: { value: step.value } });
          else if ('remove' in step) {
            const stored = await objects.get(`/registry/configmaps/${step.remove.namespace}/${step.remove.name}`);
            if (stored) await objects.remove(stored.key, stored.revision, []);
          } else {
            const prefix = `/registry/configmaps/${step.list}`;
            const options = step.limit === null ? {} : { limit: step.limit };
            const expected = await storage.list(prefix, options);
            const { objects: listed, ...facts } = await objects.list(prefix, options);
            expect(facts).toEqual({ revision: expected.revision, remaining: expected.remaining });
            expect(listed.map(({ key, revision }) => [key, revision])).toEqual(
              expected.entries.map(({ key, revision }) => [key, revision]),
            );
          }
        }
      }),
    );
  });

  it('does not read the storage again while the collection is unchanged', async () => {
    const { put, objects, storage } = await createReadServer();
    for (const name of ['a', 'b', 'c']) await put('configmaps', { metadata: { name, namespace: 'n' } });
    const prefix = '/registry/configmaps/n/';
    const list = vi.spyOn(storage, 'list');
    for (const limit of [2, 2, 1]) await objects.list(prefix, { limit });
    expect(list).toHaveBeenCalledTimes(1);
    for (const options of [{}, { limit: 2 }, { limit: 9 }, {}]) await objects.list(prefix, options);
    expect(list).toHaveBeenCalledTimes(2);
    await put('configmaps', { metadata: { name: 'd', namespace: 'n' } });
    await objects.list(prefix, { limit: 2 });
    expect(list).toHaveBeenCalledTimes(3);
  });
});
