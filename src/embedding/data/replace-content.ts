import type { CommitSize, Storage, Write } from '../../storage/storage.ts';

/** Exists while a replacement in several commits is incomplete. */
const MARK = '/tabplane/incomplete-replacement';

/**
 * Replaces everything that a storage holds. Entries that stay the same keep their revision. Drops the history, so that
 * older revisions have expired.
 *
 * One commit replaces all, as far as the storage takes it: when the process dies, the storage has the old content or the
 * new one. Otherwise the storage is marked until the last commit.
 */
export async function replaceContent(storage: Storage, content: ReadonlyMap<string, string>): Promise<void> {
  while (!(await replaceOnce(storage, content)));
  await storage.compact(await storage.revision());
}

/** @throws Error when a replacement was interrupted */
export async function requireComplete(storage: Storage): Promise<void> {
  if (await storage.get(MARK))
    throw new Error('the data of the cluster is incomplete, because its replacement was interrupted: delete it');
}

/** Attempts the replacement once. Returns false when it must be repeated. */
async function replaceOnce(storage: Storage, content: ReadonlyMap<string, string>): Promise<boolean> {
  const commits = inCommits(await differences(storage, content), storage.largestCommit);
  if (commits.length > 1 && !(await storage.get(MARK))) {
    await storage.commit([{ key: MARK, value: 'incomplete', expected: 0 }]);
    return false; // The mark is one of the differences now.
  }
  for (const writes of commits) if (!(await storage.commit(writes)).committed) return false;
  return true;
}

/** Returns the writes that produce the content. The last one removes the mark. */
async function differences(storage: Storage, content: ReadonlyMap<string, string>): Promise<Write[]> {
  const { entries } = await storage.list('');
  const live = new Map(entries.map((entry) => [entry.key, entry]));
  const removed = entries
    .filter(({ key }) => !content.has(key))
    .map(({ key, revision }) => ({ key, value: null, expected: revision }));
  const written = [...content]
    .filter(([key, value]) => live.get(key)?.value !== value)
    .map(([key, value]) => ({ key, value, expected: live.get(key)?.revision ?? 0 }));
  const isMark = ({ key }: Write): boolean => key === MARK;
  return [...removed.filter((write) => !isMark(write)), ...written, ...removed.filter(isMark)];
}

/** Splits writes into as few commits as the limit allows, in order. */
function inCommits(writes: readonly Write[], limit: CommitSize | undefined): Write[][] {
  const commits: Write[][] = [];
  let characters = 0;
  for (const write of writes) {
    const length = write.key.length + (typeof write.value === 'string' ? write.value.length : 0);
    const last = commits.at(-1);
    const fits = !limit || (last && last.length < limit.writes && characters + length <= limit.characters);
    if (last && fits) last.push(write);
    else commits.push([write]);
    characters = last && fits ? characters + length : length;
  }
  return commits;
}
