import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cluster } from '../../../../src/hosts/core.ts';
import { createCluster } from '../../../../src/hosts/create-cluster.ts';
import { systemClock } from '../../../../src/hosts/platform.ts';
import { compactHistory, deleteWrittenObjects, writeObjects } from '../../../../src/ui/commands/watch-lab.ts';
import { cacheDifference, differenceText } from '../../../../src/ui/state/watch-lab/cache-difference.ts';
import { LabWatch } from '../../../../src/ui/state/watch-lab/lab-watch.ts';
import { DEFAULT_PARAMETERS, type WatchParameters } from '../../../../src/ui/state/watch-lab/watch-parameters.ts';

const IN_DEFAULT = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };

let cluster: Cluster;
let watch: LabWatch;
let written: number;

beforeEach(async () => {
  cluster = await createCluster({ controllers: false, dialect: 'cluster' });
  const { client } = cluster;
  watch = new LabWatch({
    client,
    clock: systemClock,
    address: IN_DEFAULT,
    initialEventsEnd: 'cluster.io/initial-events-end',
  });
  written = 0;
});
afterEach(async () => {
  watch.close();
  await cluster.close();
});

const state = () => watch.store.getState();
const types = () => state().items.map(({ type }) => type);
const hints = () => state().items.map(({ hint }) => hint);
const names = () => state().cache.map(({ name }) => name);
const reach = (...expected: string[]) => expect.poll(types).toEqual(expected);
const start = (parameters: Partial<WatchParameters> = {}) => {
  const all = { ...DEFAULT_PARAMETERS, ...parameters };
  void watch.start(all);
  return all;
};
const write = async (count = 1) => {
  await writeObjects(cluster.client, systemClock, { namespace: 'default', first: written, count });
  written += count;
};

describe('a client of the watch lab', () => {
  it('lists, then watches from the version of the list', async () => {
    await write(2);
    start();
    await reach('REQUEST', 'LIST', 'REQUEST');
    expect(names()).toEqual(['watch-lab-1', 'watch-lab-2']);
    expect(state().items[2]?.subject).toContain(`resourceVersion=${state().resumeFrom}`);
    await write();
    await reach('REQUEST', 'LIST', 'REQUEST', 'ADDED');
    expect(names()).toEqual(['watch-lab-1', 'watch-lab-2', 'watch-lab-3']);
    expect(hints()[3]).toBe('Created.');
  });

  it('receives the initial state as events without a list, and cannot tell them from new objects', async () => {
    await write(1);
    start({ start: 'any', hasBookmarks: false });
    await reach('REQUEST', 'ADDED');
    expect(hints()[1]).toBe(
      'Existed at the start, or was created since: without a list, the stream does not tell which.',
    );
  });

  it('learns from a bookmark where a streamed list ends', async () => {
    await write(1);
    start({ start: 'stream' });
    await reach('REQUEST', 'ADDED', 'BOOKMARK');
    expect(hints().slice(1)).toEqual([
      'Part of the initial state, which is streamed instead of listed.',
      'The initial state is complete: from here on, the cache can be used.',
    ]);
    await write(1);
    await expect.poll(() => hints().at(-1)).toBe('Created.');
  });

  it('misses older objects when it only watches from a version', async () => {
    await write(5);
    const { metadata } = await cluster.client.list(IN_DEFAULT);
    start({ start: 'version', version: metadata.resourceVersion ?? '' });
    await write(1);
    await reach('REQUEST', 'MODIFIED');
    expect(hints()[1]).toContain('only a list would have shown it');
    const { items } = await cluster.client.list(IN_DEFAULT);
    expect(differenceText(cacheDifference(state().cache, items))).toBe('4 missing');
  });

  it('sees objects enter and leave a selector without their creation or deletion', async () => {
    await write(5);
    start({ labelSelector: 'parity=even', hasBookmarks: false });
    await reach('REQUEST', 'LIST', 'REQUEST');
    expect(names()).toEqual(['watch-lab-1', 'watch-lab-3', 'watch-lab-5']);
    await write(2);
    await reach('REQUEST', 'LIST', 'REQUEST', 'DELETED', 'ADDED');
    expect(hints().slice(3)).toEqual([
      'Deleted, or no longer matches the selector. Either way, the cache drops it.',
      'Created, or begins to match the selector.',
    ]);
  });

  it('misses nothing when it resumes after a disconnection', async () => {
    await write(1);
    const parameters = start();
    await reach('REQUEST', 'LIST', 'REQUEST');
    watch.disconnect();
    await deleteWrittenObjects(cluster.client, 'default');
    const { items } = await cluster.client.list(IN_DEFAULT);
    expect(differenceText(cacheDifference(state().cache, items))).toBe('1 deleted in the cluster');
    void watch.resume(parameters);
    await reach('REQUEST', 'LIST', 'REQUEST', 'END', 'REQUEST', 'DELETED');
    expect(names()).toEqual([]);
  });

  it('deletes the objects that it wrote, and none of others with its label', async () => {
    const metadata = { name: 'of-others', labels: { app: 'watch-lab' } };
    await cluster.client.create(IN_DEFAULT, { metadata });
    await write(2);
    await deleteWrittenObjects(cluster.client, 'default');
    const { items } = await cluster.client.list(IN_DEFAULT);
    expect(items.map(({ metadata: { name } }) => name)).toEqual(['of-others']);
  });

  it('gets 410 when it resumes from a version whose history is compacted, and starts again by a list', async () => {
    const parameters = start();
    await reach('REQUEST', 'LIST', 'REQUEST');
    watch.disconnect();
    await write(2);
    await compactHistory(cluster.client);
    void watch.resume(parameters);
    await reach('REQUEST', 'LIST', 'REQUEST', 'END', 'REQUEST', 'ERROR');
    expect(state().items.at(-1)).toMatchObject({ received: { code: 410, reason: 'Expired' } });
    expect(hints().at(-1)).toContain('Only a new list helps');
    expect(state().phase).toBe('ended');
    start();
    await reach('REQUEST', 'LIST', 'REQUEST');
    expect(names()).toHaveLength(2);
  });

  it('is told that the server ends a watch after its timeout', async () => {
    const parameters = start();
    await reach('REQUEST', 'LIST', 'REQUEST');
    await watch.resume({ ...parameters, hasBookmarks: false }, 1);
    expect(state().items.at(-1)).toMatchObject({ type: 'END', subject: 'Ended by the server' });
  });

  it('shows the message of a rejected request', async () => {
    start({ labelSelector: 'a in' });
    await reach('REQUEST', 'ERROR');
    expect(hints()[1]).toBe('The server rejected the request itself. Change the parameters, and start again.');
  });

  it('keeps at most 1200 lines of a flood, and shows nothing new while it is paused', async () => {
    start();
    await reach('REQUEST', 'LIST', 'REQUEST');
    watch.setPaused(true);
    await write(1300);
    expect(types()).toEqual(['REQUEST', 'LIST', 'REQUEST']);
    watch.setPaused(false);
    await expect.poll(() => state().dropped + state().items.length, { timeout: 20_000 }).toBe(1303);
    expect(state().items.length).toBeLessThanOrEqual(1200);
    expect(names()).toHaveLength(5);
  });
});
