import { expect, it } from 'vitest';
import { RevocableStorage } from '../../src/embedding/data/revocable-storage.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { SharedMedium } from '../storage/shared-medium.ts';

it('a view of a storage catches up and pings if the storage can', async () => {
  const medium = await SharedMedium.open();
  const [storage, other] = [await medium.openStorage(), await medium.openStorage()];
  const view = new RevocableStorage(storage);
  await other.commit([{ key: '/a', value: '1', expected: 0 }]);
  await view.catchUp?.();
  expect((await view.list('/a')).entries).toHaveLength(1);
  const pinged = Object.assign(await createMemoryStorage(), { ping: () => Promise.reject(new Error('away')) });
  await expect(new RevocableStorage(pinged).ping?.()).rejects.toThrow('away');
  const { catchUp, ping } = new RevocableStorage(await createMemoryStorage());
  expect([catchUp, ping]).toEqual([undefined, undefined]);
  await Promise.all([storage.close(), other.close()]);
});
