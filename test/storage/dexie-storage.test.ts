import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDexieStorage } from '../../src/storage/dexie-storage.ts';
import { type Change, CompactedError, StorageFullError } from '../../src/storage/storage.ts';
import { durableStorageContract, sharedStorageContract, storageContract } from './storage-contract.ts';
import { agreesWithModel } from './storage-model.ts';

const opener =
  (indexedDB = new IDBFactory(), name = 'cluster') =>
  () =>
    openDexieStorage({ name, indexedDB, IDBKeyRange });
const put = (key: string, value: string, expected = 0) => ({ key, value, expected });

describe('IndexedDB storage', () => {
  for (const { name, run } of [...storageContract, ...durableStorageContract]) test(name, () => run(opener()));

  for (const { name, run } of sharedStorageContract)
    test(name, () =>
      run(async () => {
        const indexedDB = new IDBFactory();
        return [await opener(indexedDB)(), await opener(indexedDB)()];
      }),
    );

  test('matches the model at every revision', () => agreesWithModel(() => opener()(), 25));
});

test('revisions of a new database start after the first revision and continue after reopening', async () => {
  const indexedDB = new IDBFactory();
  for (const revision of [301, 302]) {
    const storage = await openDexieStorage({ name: 'cluster', firstRevision: 300, indexedDB, IDBKeyRange });
    expect(await storage.commit([put(`${revision}`, '1')])).toEqual({ committed: true, revision });
    await storage.close();
  }
});

describe('the log', () => {
  const long = (text: string) => text.repeat(10_000);

  test('splits a commit that is too long for one row, and restores it', async () => {
    const open = opener();
    const storage = await open();
    await storage.commit(['a', 'b', 'c', 'd', 'e'].map((key) => put(key, long(key))));
    await storage.commit([put('a', 'short', 1), { key: 'b', value: null, expected: 1 }]);
    await storage.close();

    const again = await open();
    expect((await again.list('', { revision: 1 })).entries.map(({ value }) => value.length)).toEqual(
      Array(5).fill(10_000),
    );
    expect((await again.changesSince(0)).map(({ key, revision }) => [key, revision])).toEqual([
      ...['a', 'b', 'c', 'd', 'e'].map((key) => [key, 1]),
      ['a', 2],
      ['b', 2],
    ]);
    await again.close();
  });

  test('is compacted in parts, with commits between them', async () => {
    const open = opener();
    const storage = await open();
    const keys = Array.from({ length: 500 }, (_, number) => `key-${number}`);
    await Promise.all(keys.map((key) => storage.commit([put(key, long('1'))])));
    await Promise.all(keys.map((key, index) => storage.commit([put(key, '2', index + 1)])));
    const order: string[] = [];
    await Promise.all([
      storage.compact(1000).then(() => order.push('compacted')),
      Promise.resolve(storage.commit([put('new', '1')])).then(() => order.push('committed')),
    ]);
    expect(order).toEqual(['committed', 'compacted']);
    await storage.close();

    const again = await open();
    const { entries } = await again.list('key-');
    expect(entries).toHaveLength(500);
    expect(entries.find(({ key }) => key === 'key-7')).toEqual({
      key: 'key-7',
      value: '2',
      createRevision: 8,
      revision: 508,
    });
    expect((await again.changesSince(1000)).map(({ key }) => key)).toEqual(['new']);
    await again.close();
  });
});

test('a database of the first version keeps its objects and revisions, but loses its history', async () => {
  const indexedDB = new IDBFactory();
  const first = new Dexie('cluster', { indexedDB, IDBKeyRange });
  first.version(1).stores({ objects: 'key', history: 'revision', counters: 'name' });
  const entry = { key: 'a', value: '2', createRevision: 1, revision: 2 };
  await first.table('objects').add(entry);
  await first.table('history').bulkAdd([
    { revision: 1, changes: [{ key: 'a' }] },
    { revision: 2, changes: [{ key: 'a', previous: { ...entry, value: '1', revision: 1 } }] },
  ]);
  await first.table('counters').add({ name: 'revision', value: 2 });
  first.close();

  const storage = await opener(indexedDB)();
  expect(await storage.get('a')).toEqual(entry);
  await expect(storage.changesSince(1)).rejects.toThrow(CompactedError);
  expect(await storage.commit([put('a', '3', 2)])).toEqual({ committed: true, revision: 3 });
  expect((await storage.changesSince(2)).map(({ previous, current }) => [previous?.value, current?.value])).toEqual([
    ['2', '3'],
  ]);
  await storage.close();
});

test('a database of the second version gets the escape sequences of Go, in its objects and its history', async () => {
  const indexedDB = new IDBFactory();
  const second = new Dexie('cluster', { indexedDB, IDBKeyRange });
  second.version(2).stores({ objects: 'key', log: '[revision+part]', counters: 'name' });
  const unescaped = (revision: number) => ({ key: 'a', value: `{"a":"<${revision}>"}`, createRevision: 1, revision });
  const plain = { key: 'b', value: '{"b":"\\\\b"}', createRevision: 2, revision: 2 };
  await second.table('objects').bulkAdd([unescaped(1), plain]);
  await second.table('log').add({
    revision: 4,
    part: 0,
    changes: [3, 4].map((revision) => ({ revision, key: 'a', current: unescaped(revision) })),
  });
  await second.table('counters').bulkAdd([
    { name: 'revision', value: 4 },
    { name: 'compacted', value: 2 },
  ]);
  second.close();

  const storage = await opener(indexedDB)();
  expect((await storage.list('', { revision: 2 })).entries.map(({ value }) => value)).toEqual([
    '{"a":"\\u003c1\\u003e"}',
    plain.value,
  ]);
  expect((await storage.changesSince(2)).map(({ current }) => current?.value)).toEqual([
    '{"a":"\\u003c3\\u003e"}',
    '{"a":"\\u003c4\\u003e"}',
  ]);
  await storage.close();
});

describe('full storage', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Browsers abort the transaction when the quota is exceeded, without failing a request. */
  function abortWritesOf(key: string): void {
    const original = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
      ...rest
    ) {
      const request = original.call(this, value, ...rest);
      if (JSON.stringify(value).includes(`"${key}"`)) {
        const { transaction } = this;
        request.addEventListener('success', () => {
          Object.defineProperty(transaction, 'error', { value: new DOMException('full', 'QuotaExceededError') });
          transaction.abort();
        });
      }
      return request;
    });
  }

  test('fails the write that does not fit, but not the other writes of its batch', async () => {
    const storage = await opener()();
    abortWritesOf('big');
    const outcomes = await Promise.allSettled(['a', 'big', 'b'].map((key) => storage.commit([put(key, '1')])));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: expect.any(StorageFullError) });
    expect((await storage.list('')).entries.map(({ key, revision }) => [key, revision])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    await storage.close();
  });
});

describe('a database changed from outside', () => {
  test('is recreated after its deletion, and announces its keys as deleted', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const indexedDB = new IDBFactory();
    const storage = await opener(indexedDB)();
    await storage.commit([put('a', '1')]);
    const heard: Change[] = [];
    await storage.follow('', { changed: (changes) => heard.push(...changes) });
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('cluster').onsuccess = resolve;
    });
    await expect
      .poll(() => heard)
      .toMatchObject([{ key: 'a', previous: { value: '1' }, current: undefined, revision: 2 }]);
    expect(await storage.commit([put('a', '2')])).toEqual({ committed: true, revision: 3 });
    await storage.close();
    const again = await opener(indexedDB)();
    expect((await again.get('a'))?.value).toBe('2');
    expect(await again.revision()).toBe(3);
    await again.close();
  });

  test('is reread before the next commit when another storage has written to it', async () => {
    const indexedDB = new IDBFactory();
    const [one, other] = [await opener(indexedDB)(), await opener(indexedDB)()];
    await one.commit([put('a', '1')]);
    const heard: Change[] = [];
    await other.follow('', { changed: (changes) => heard.push(...changes) });
    expect(await other.commit([put('a', '2')])).toMatchObject({ committed: false, found: { value: '1' } });
    expect(await other.commit([put('b', '1')])).toEqual({ committed: true, revision: 2 });
    expect(heard.map(({ key, revision }) => [key, revision])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    await one.close();
    await other.close();
  });
});
