import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { openDexieStorage } from '../../src/storage/dexie-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { durableStorageContract } from './storage-contract.ts';

const COUNT = 250;
const keyOf = (index: number): string => `/registry/configmaps/${index}`;
const textOf = (index: number, word: string): string =>
  JSON.stringify({ kind: 'ConfigMap', metadata: { name: `name-${index}` }, data: { text: word.repeat(80) } });

const write = (storage: Storage, index: number, word: string | null) => {
  const expected = storage.get(keyOf(index)) as { revision: number } | undefined;
  const value = word === null ? null : textOf(index, word);
  return storage.commit([{ key: keyOf(index), value, expected: expected?.revision ?? 0 }]);
};

/** The states at several revisions, and the history. */
async function contentOf(storage: Storage) {
  const newest = await storage.revision();
  const revisions = [COUNT, COUNT + 100, newest - 1, newest];
  const lists = await Promise.all(revisions.map((revision) => storage.list('', { revision })));
  const changes = await storage.changesSince(0);
  return {
    states: lists.map(({ entries }) => entries.map(({ key, value, revision }) => [key, value, revision])),
    changes: changes.map(({ revision, previous, current }) => [revision, previous?.value, current?.value]),
  };
}

describe('a storage that packs what it read when it is idle', () => {
  for (const { name, run } of durableStorageContract)
    test(name, () => {
      const indexedDB = new IDBFactory();
      const whenIdle = (step: () => boolean): void => void setTimeout(() => step() && whenIdle(step), 0);
      return run(() => openDexieStorage({ name: 'cluster', indexedDB, IDBKeyRange, whenIdle }));
    });

  test('has the same content before, between and after the steps, with writes between them', async () => {
    const options = { name: 'cluster', indexedDB: new IDBFactory(), IDBKeyRange };
    const first = await openDexieStorage(options);
    for (const word of ['one', 'two']) for (let index = 0; index < COUNT; index++) await write(first, index, word);
    await first.close();
    const steps: (() => boolean)[] = [];
    const storage = await openDexieStorage({ ...options, whenIdle: (step) => steps.push(step) });

    for (let number = 0; number < 4; number++) {
      // A second connection packs all that it reads at its opening.
      const other = await openDexieStorage(options);
      expect(await contentOf(storage)).toEqual(await contentOf(other));
      await other.close();
      expect(steps[0]?.()).toBe(number < 2);
      await write(storage, COUNT - 1 - number, 'three');
      await write(storage, number, null);
    }
    await storage.close();
  });
});
