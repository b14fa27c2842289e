import { expect, test } from 'vitest';
import { Claims } from '../../../src/server/objects/claims.ts';
import { ObjectStore } from '../../../src/server/objects/object-store.ts';
import { StoredObjects } from '../../../src/server/objects/stored-objects.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import type { Change, Entry, Storage } from '../../../src/storage/storage.ts';

const copied = ({ key, value, createRevision, revision }: Entry): Entry => ({ key, value, createRevision, revision });
const copiedChange = ({ current, previous, ...change }: Change): Change => ({
  ...change,
  current: current && copied(current),
  previous: previous && copied(previous),
});

/** Returns a storage that returns new objects for every read, as a remote storage does. */
async function copyingStorage(): Promise<Storage> {
  const storage = await createMemoryStorage();
  return {
    revision: () => storage.revision(),
    get: async (key) => {
      const entry = await storage.get(key);
      return entry && copied(entry);
    },
    list: async (prefix, options) => {
      const listing = await storage.list(prefix, options);
      return { ...listing, entries: listing.entries.map(copied) };
    },
    commit: (writes) => storage.commit(writes),
    changesSince: async (revision, prefix) => (await storage.changesSince(revision, prefix)).map(copiedChange),
    follow: (prefix, { changed }) =>
      storage.follow(prefix, { changed: (changes) => changed(changes.map(copiedChange)) }),
    compact: (revision) => storage.compact(revision),
    close: () => storage.close(),
  };
}

const KEY = '/registry/configmaps/default/a';
const configMap = (value: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'default' },
  data: { value },
});

test('Readers share one parsed object per state, even if the storage returns new entries', async () => {
  const storage = await copyingStorage();
  const store = await ObjectStore.open(storage, await Claims.open(storage));
  const heard: Change[] = [];
  await storage.follow('', { changed: (changes) => heard.push(...changes.map(copiedChange)) });
  await store.create(KEY, configMap('1'), []);
  const live = await store.get(KEY);
  if (live) await store.update(live, configMap('2'), [], []);
  const [first, second] = [await store.get(KEY), await store.get(KEY)];
  expect(first).toBe(second);
  expect(first?.object).toBe((await store.list('/registry/configmaps/')).objects[0]?.object);
  const [created, updated] = heard;
  expect(updated?.current && store.states.of(updated.current)).toBe(first);
  expect(updated?.previous && store.states.of(updated.previous)).toBe(
    created?.current && store.states.of(created.current),
  );
});

const entry = (key: string, revision: number, value = '{}'): Entry => ({ key, value, revision, createRevision: 1 });

test('A reused revision with another value is a different state', () => {
  const states = new StoredObjects();
  expect(states.live(entry('a', 1, '{"a":1}'))).not.toBe(states.live(entry('a', 1, '{"a":2}')));
});

test('A write returns the state that it wrote, even after later changes', () => {
  const states = new StoredObjects();
  const written = { ...configMap('1'), metadata: { name: 'a', resourceVersion: '' } };
  states.follow([{ revision: 9, key: KEY, previous: undefined, current: entry(KEY, 9) }]);
  const stored = states.written(KEY, written, 7);
  expect([stored.revision, stored.object.metadata.resourceVersion]).toEqual([7, '7']);
  expect(JSON.parse(stored.json())).toEqual(stored.object);
});

test('Past states are kept for the last 128 keys', () => {
  const states = new StoredObjects();
  const [old, recent] = [entry('key-0', 1), entry('key-128', 1)];
  const [oldState, recentState] = [states.of(old), states.of(entry('key-1', 1))];
  for (let index = 2; index <= 127; index++) states.of(entry(`key-${index}`, 1));
  expect([states.of(old), states.of(entry('key-1', 1))]).toEqual([oldState, recentState]);
  expect(states.of(old)).toBe(oldState);
  states.of(recent);
  expect(states.of(old)).not.toBe(oldState);
});

test('A state shares equal parts with its predecessor or with the last created object of its collection', async () => {
  const storage = await createMemoryStorage();
  const store = await ObjectStore.open(storage, await Claims.open(storage));
  const shop = (name: string, phase: string) => ({
    ...configMap(phase),
    metadata: { name, namespace: 'default', labels: { app: 'shop' }, resourceVersion: '' },
    data: { phase },
  });
  const objectAt = async (name: string) => (await store.get(`/registry/configmaps/default/${name}`))?.object;
  const created = await store.create('/registry/configmaps/default/a', shop('a', '1'), []);
  const first = await objectAt('a');
  await store.create('/registry/configmaps/default/b', shop('b', '2'), []);
  const other = await objectAt('b');
  if (created.committed) await store.update(created.stored, shop('a', '3'), [], []);
  const second = await objectAt('a');
  expect(other?.metadata.labels).toBe(first?.metadata.labels);
  expect(second?.metadata.labels).toBe(first?.metadata.labels);
  expect([first, other, second].map((object) => JSON.stringify(object))).toEqual([
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"default","resourceVersion":"1","labels":{"app":"shop"}},"data":{"phase":"1"}}',
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b","namespace":"default","resourceVersion":"2","labels":{"app":"shop"}},"data":{"phase":"2"}}',
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"default","resourceVersion":"3","labels":{"app":"shop"}},"data":{"phase":"3"}}',
  ]);
});
