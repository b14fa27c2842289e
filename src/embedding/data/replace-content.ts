import type { Storage, Write } from '../../storage/storage.ts';

/**
 * Replaces everything that a storage holds, in one commit: when the process dies, the storage has the old content or the
 * new one. Entries that stay the same keep their revision. Drops the history, so that older revisions have expired.
 */
export async function replaceContent(storage: Storage, content: ReadonlyMap<string, string>): Promise<void> {
  for (;;) {
    const writes = await differences(storage, content);
    if (writes.length === 0 || (await storage.commit(writes)).committed) break;
  }
  await storage.compact(await storage.revision());
}

async function differences(storage: Storage, content: ReadonlyMap<string, string>): Promise<Write[]> {
  const { entries } = await storage.list('');
  const live = new Map(entries.map((entry) => [entry.key, entry]));
  const removed = entries
    .filter(({ key }) => !content.has(key))
    .map(({ key, revision }) => ({ key, value: null, expected: revision }));
  const written = [...content]
    .filter(([key, value]) => live.get(key)?.value !== value)
    .map(([key, value]) => ({ key, value, expected: live.get(key)?.revision ?? 0 }));
  return [...removed, ...written];
}
