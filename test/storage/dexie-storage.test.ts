import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDexieStorage } from '../../src/storage/dexie-storage.ts';
import { type Change, StorageFullError } from '../../src/storage/storage.ts';
import { durableStorageContract, storageContract } from './storage-contract.ts';
import { agreesWithModel } from './storage-model.ts';

const opener =
  (indexedDB = new IDBFactory(), name = 'cluster') =>
  () =>
    openDexieStorage({ name, indexedDB, IDBKeyRange });
const put = (key: string, value: string, expected = 0) => ({ key, value, expected });

describe('IndexedDB storage', () => {
  for (const { name, run } of [...storageContract, ...durableStorageContract]) test(name, () => run(opener()));

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

describe('full storage', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Browsers abort the transaction when the quota is exceeded; no request fails. */
  function abortWritesOf(key: string): void {
    const original = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
      ...rest
    ) {
      const request = original.call(this, value, ...rest);
      if ((value as { key?: string }).key === key) {
        const { transaction } = this;
        request.addEventListener('success', () => {
          Object.defineProperty(transaction, 'error', { value: new DOMException('full', 'QuotaExceededError') });
          transaction.abort();
        });
      }
      return request;
    });
  }

  test('fails only the write that does not fit, and no other write of its batch', async () => {
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
  test('is recreated after its deletion, and its keys are announced as deleted', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const indexedDB = new IDBFactory();
    const storage = await opener(indexedDB)();
    await storage.commit([put('a', '1')]);
    const heard: Change[] = [];
    storage.onCommit((changes) => heard.push(...changes));
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

  test('is read again before the next commit when another storage wrote to it', async () => {
    const indexedDB = new IDBFactory();
    const [one, other] = [await opener(indexedDB)(), await opener(indexedDB)()];
    await one.commit([put('a', '1')]);
    const heard: Change[] = [];
    other.onCommit((changes) => heard.push(...changes));
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
