import { expect, test, vi } from 'vitest';
import { systemClock } from '../../src/hosts/platform.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { DEFINITIONS, widgetDefinition } from '../helpers/widget-definition.ts';
import { createWholeServer } from './whole-server.ts';

test('Closing a server waits for pending background writes, and nothing is written afterwards', async () => {
  const storage = await createMemoryStorage({ firstRevision: 300 });
  const { server, post } = await createWholeServer({ storage, clock: systemClock });
  const commit = storage.commit.bind(storage);
  let letCommit: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letCommit = resolve;
  });
  const commits = vi.fn();
  expect((await post(DEFINITIONS, widgetDefinition())).status).toBe(201);
  storage.commit = async (writes) => {
    commits();
    await held;
    return commit(writes);
  };
  await expect.poll(() => commits.mock.calls.length).toBeGreaterThan(0);
  const isClosed = vi.fn();
  const closing = server.close().then(isClosed);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isClosed).not.toHaveBeenCalled();
  letCommit();
  await closing;
  const written = commits.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(commits).toHaveBeenCalledTimes(written);
});
