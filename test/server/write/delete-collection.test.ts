import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Commit, Journal } from '../../../src/storage/journal.ts';
import { MvccStorage } from '../../../src/storage/mvcc-storage.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { createWholeServer } from '../whole-server.ts';

const COUNT = 200;
const PATH = '/api/v1/namespaces/default/configmaps';
const KEYS = '/registry/configmaps/default/c';

let batches: (readonly Commit[])[] = [];
let failing: string | undefined;

/** A storage medium whose transactions each take one turn of the event loop. */
const journal: Journal = {
  load: async () => ({ entries: [], changes: [], revision: 300, compacted: 0 }),
  async append(commits) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (failing && commits.some(({ changes }) => changes.some(({ key }) => key === failing))) throw new Error('broken');
    batches.push(commits);
  },
  compact: async () => false,
  onLost: () => undefined,
  close: async () => undefined,
};

let storage: Storage;
let cluster: Awaited<ReturnType<typeof createWholeServer>>;
let removed: string[] = [];

const stored = async () => (await storage.list(KEYS)).entries.length;

beforeEach(async () => {
  failing = undefined;
  storage = await MvccStorage.open(journal);
  cluster = await createWholeServer({ storage });
  const writes = Array.from({ length: COUNT }, (_, index) => {
    const name = `c${String(index).padStart(3, '0')}`;
    const metadata = { name, namespace: 'default', uid: name, resourceVersion: '' };
    const value = JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata });
    return { key: `/registry/configmaps/default/${name}`, value, expected: 0 };
  });
  await Promise.all(writes.map((write) => storage.commit([write])));
  batches = [];
  removed = [];
  await storage.follow(KEYS, {
    changed: (changes) => {
      for (const { key, current } of changes) if (!current) removed.push(key);
    },
  });
});

afterEach(() => cluster.server.close());

it('shares transactions between the deletes', async () => {
  expect((await cluster.send('DELETE', PATH)).status).toBe(200);
  expect(await stored()).toBe(0);
  expect(batches.length).toBeLessThan(COUNT / 10);
});

it('deletes objects in name order', async () => {
  await cluster.send('DELETE', PATH);
  expect(removed).toHaveLength(COUNT);
  expect(removed).toEqual([...removed].sort());
});

it('stops soon after a failed delete and reports its error', async () => {
  failing = `${KEYS}010`;
  const response = await cluster.send('DELETE', PATH);
  expect(response.status).toBe(500);
  expect(((await response.json()) as { message: string }).message).toContain('broken');
  expect(await stored()).toBeGreaterThan(COUNT / 3);
});

it('deletes nothing in a dry run', async () => {
  expect((await cluster.send('DELETE', `${PATH}?dryRun=All`)).status).toBe(200);
  expect(await stored()).toBe(COUNT);
});
