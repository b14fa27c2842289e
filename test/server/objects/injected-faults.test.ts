import { expect, test } from 'vitest';
import { InjectedFaults } from '../../../src/server/objects/injected-faults.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

test('a share below a 256th of the requests fails as often as it says', async () => {
  const SHARE = 1 / 1024;
  let number = 0;
  // Each pair of first bytes once: 65,536 values that are spread evenly.
  const bytes = () => Uint8Array.of(number >> 8, number++ & 0xff, 0, 0);
  const faults = InjectedFaults.none(await createMemoryStorage(), { bytes });
  await faults.set({ apiErrorShare: SHARE, webhooks: {} });
  const failed = Array.from({ length: 65_536 }, () => faults.failsRequest()).filter(Boolean);
  expect(failed).toHaveLength(65_536 * SHARE);
});
