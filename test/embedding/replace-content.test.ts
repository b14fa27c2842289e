import { describe, expect, it } from 'vitest';
import { replaceContent, requireComplete } from '../../src/embedding/data/replace-content.ts';
import { CommitTooLargeError, type Storage } from '../../src/storage/storage.ts';
import { SharedMedium } from '../storage/shared-medium.ts';

const COUNT = 500;
const contentOf = (value: string): ReadonlyMap<string, string> =>
  new Map(Array.from({ length: COUNT }, (_, index) => [`/${value}/${index}`, value.repeat(10_000)]));
const storedIn = async (storage: Storage): Promise<ReadonlyMap<string, string>> =>
  new Map((await storage.list('')).entries.map(({ key, value }) => [key, value]));

/** Makes a storage fail from the given commit on. */
function failFrom(storage: Storage, number: number): void {
  const commit = storage.commit.bind(storage);
  let count = 0;
  storage.commit = (writes) => (++count < number ? commit(writes) : Promise.reject(new Error('the process has died')));
}

describe('replacing the content of a storage that takes only small commits', () => {
  it('uses as many commits as it needs, and removes its mark', async () => {
    const storage = await (await SharedMedium.open()).openStorage();
    await replaceContent(storage, contentOf('a'));
    await replaceContent(storage, contentOf('b'));
    expect(await storedIn(storage)).toEqual(contentOf('b'));
    await requireComplete(storage);
    const all = [...contentOf('c')].map(([key, value]) => ({ key, value, expected: 0 }));
    await expect(storage.commit(all)).rejects.toThrow(CommitTooLargeError);
    await expect(storage.commit([{ key: '/d', value: 'd'.repeat(2_000_000), expected: 0 }])).rejects.toThrow(
      CommitTooLargeError,
    );
    await storage.close();
  });

  it('retries when another writer commits first', async () => {
    const medium = await SharedMedium.open();
    const [one, other] = [await medium.openStorage(), await medium.openStorage()];
    await replaceContent(one, contentOf('a'));
    const expected = (await one.get('/a/499'))?.revision ?? 0;
    const [, { committed }] = await Promise.all([
      replaceContent(one, contentOf('b')),
      other.commit([{ key: '/a/499', value: 'x', expected }]),
    ]);
    expect(committed).toBe(true);
    expect(await storedIn(one)).toEqual(contentOf('b'));
    await Promise.all([one.close(), other.close()]);
  });

  it('marks the storage until it is complete, and a later call can complete it', async () => {
    const medium = await SharedMedium.open();
    const dying = await medium.openStorage();
    failFrom(dying, 3);
    await expect(replaceContent(dying, contentOf('a'))).rejects.toThrow('the process has died');
    const storage = await medium.openStorage();
    await expect(requireComplete(storage)).rejects.toThrow('its replacement was interrupted');
    await replaceContent(storage, contentOf('b'));
    await requireComplete(storage);
    expect(await storedIn(storage)).toEqual(contentOf('b'));
    await Promise.all([dying.close(), storage.close()]);
  });
});
