import { afterEach, expect, it, vi } from 'vitest';
import { keepRunning } from '../../src/hosts/keep-running.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';

afterEach(() => void vi.useRealTimers());

it('a timer keeps Node running until the storage is closed', async () => {
  const memory = await createMemoryStorage();
  vi.useFakeTimers();
  const storage = keepRunning(memory);
  expect(vi.getTimerCount()).toBe(1);
  await storage.close();
  expect(vi.getTimerCount()).toBe(0);
});
