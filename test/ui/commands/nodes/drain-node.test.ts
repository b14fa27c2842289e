import { expect, test, vi } from 'vitest';
import type { Pod } from '../../../../src/api/kinds/core-v1.generated.ts';
import { ApiError } from '../../../../src/client/api-error.ts';
import type { Application } from '../../../../src/ui/application.ts';
import { drainNode, type Eviction } from '../../../../src/ui/commands/nodes/drain-node.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';

const NODE = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } };
const pod = (name: string): Pod => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'shop' } });
const answer = (code: number, message: string): ApiError =>
  new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code, message });

/** A server that answers each eviction of a pod in turn. */
function drainWith(answers: Readonly<Record<string, (ApiError | undefined)[]>>) {
  const clock = new ManualClock();
  const progress: [string, Eviction['state'], string?][] = [];
  const abort = new AbortController();
  const create = vi.fn(async ({ name }: { name: string }) => {
    const next = answers[name]?.shift();
    if (next) throw next;
  });
  const patch = vi.fn(async () => undefined);
  const application = { client: { create, patch }, platform: { clock } } as unknown as Application;
  const pods = Object.keys(answers).map(pod);
  const done = drainNode(application, NODE, pods, {
    signal: abort.signal,
    onProgress: ({ metadata }, { state, message }) =>
      progress.push([metadata.name ?? '', state, ...(message ? [message] : [])] as [
        string,
        Eviction['state'],
        string?,
      ]),
  });
  return { clock, progress, abort, create, patch, done };
}

test('a drained node is cordoned, and its pods are evicted through the API', async () => {
  const { progress, patch, create, done } = drainWith({ a: [] });
  await done;
  expect(patch).toHaveBeenCalledWith({ group: '', version: 'v1', resource: 'nodes', name: 'node-1' }, 'strategic', {
    spec: { unschedulable: true },
  });
  expect(create).toHaveBeenCalledWith(
    { group: '', version: 'v1', resource: 'pods', namespace: 'shop', name: 'a', subresource: 'eviction' },
    { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'a', namespace: 'shop' } },
    expect.anything(),
  );
  expect(progress).toEqual([
    ['a', 'evicting'],
    ['a', 'evicted'],
  ]);
});

test('the eviction of a pod that a disruption budget protects is retried after five seconds', async () => {
  const { clock, progress, create, done } = drainWith({ a: [answer(429, 'Cannot evict pod')] });
  await expect.poll(() => progress).toContainEqual(['a', 'blocked', 'Cannot evict pod']);
  await clock.advance(4999);
  expect(create).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  await done;
  expect(progress.at(-1)).toEqual(['a', 'evicted']);
});

test('one pod that cannot be evicted does not block the others', async () => {
  const { progress, done } = drainWith({ a: [answer(403, 'forbidden')], b: [], c: [answer(404, 'gone')] });
  await done;
  expect(progress.filter(([, state]) => state !== 'evicting')).toEqual(
    expect.arrayContaining([
      ['a', 'failed', 'forbidden'],
      ['b', 'evicted'],
      ['c', 'evicted'],
    ]),
  );
});

test('stopping a drain ends its retries', async () => {
  const { progress, abort, create, done } = drainWith({ a: [answer(429, 'no')] });
  await expect.poll(() => progress).toContainEqual(['a', 'blocked', 'no']);
  abort.abort();
  await done;
  expect(create).toHaveBeenCalledTimes(1);
});
