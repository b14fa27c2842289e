import { describe, expect, it, vi } from 'vitest';
import type { ApiObject } from '../../src/api/object.ts';
import { parseLabelSelector } from '../../src/api/selectors/label-selector.ts';
import { createApiClient } from '../../src/client/api-client.ts';
import { objectKey } from '../../src/client/object-key.ts';
import { SharedInformers } from '../../src/client/shared-informers.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { configMap, json, noRandom } from './scripted-server.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };

const withMetadata = (object: ApiObject, metadata: Partial<ApiObject['metadata']>): ApiObject => ({
  ...object,
  metadata: { ...object.metadata, ...metadata },
});

/** Returns shared informers of a server that lists the given objects. The test sends the watch events. */
function open(...items: ApiObject[]) {
  const clock = new ManualClock();
  const reportProblem = vi.fn();
  const requests: string[] = [];
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
  let openWatches = 0;
  const client = createApiClient({
    baseUrl: 'http://server',
    async fetch(request) {
      const { searchParams } = new URL(request.url);
      requests.push(searchParams.has('watch') ? 'watch' : 'list');
      if (!searchParams.has('watch')) return json({ kind: 'List', metadata: { resourceVersion: '5' }, items });
      openWatches += 1;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          feed = controller;
        },
        cancel() {
          openWatches -= 1;
        },
      });
      return new Response(body);
    },
  });
  const informers = new SharedInformers({ client, clock, random: noRandom, reportProblem });
  const send = async (type: string, object: ApiObject) => {
    feed?.enqueue(new TextEncoder().encode(`${JSON.stringify({ type, object })}\n`));
    await clock.advance(0);
  };
  return { clock, informers, send, requests, reportProblem, openWatches: () => openWatches };
}

const names = (objects: readonly ApiObject[]): (string | undefined)[] => objects.map(({ metadata }) => metadata.name);

describe('shared informers', () => {
  it('give all users of a collection one list and one watch, which end with the last user', async () => {
    const { informers, clock, requests, openWatches } = open(configMap('a', 1));
    const [one, other] = [new AbortController(), new AbortController()];
    const informer = informers.for(CONFIG_MAPS);
    expect(informers.for({ ...CONFIG_MAPS })).toBe(informer);
    expect(informers.for(CONFIG_MAPS, { labelSelector: 'a=b' })).not.toBe(informer);
    expect(informers.for({ ...CONFIG_MAPS, namespace: 'default' })).not.toBe(informer);
    const runs = [informer.run(one.signal), informer.run(other.signal)];
    expect([informer.hasSynced, await informer.whenSynced(one.signal)]).toEqual([false, true]);
    await clock.advance(0);
    expect([requests, openWatches()]).toEqual([['list', 'watch'], 1]);
    one.abort();
    await runs[0];
    expect(openWatches()).toBe(1);
    other.abort();
    await runs[1];
    expect(openWatches()).toBe(0);
  });

  it('are found only for a collection without a namespace or selector', () => {
    const { informers } = open();
    informers.for({ ...CONFIG_MAPS, namespace: 'default' });
    informers.for(CONFIG_MAPS, { labelSelector: 'a=b' });
    expect(informers.find(CONFIG_MAPS)).toBeUndefined();
    const informer = informers.for(CONFIG_MAPS);
    expect(informers.find({ ...CONFIG_MAPS })).toBe(informer);
  });

  it('restart for a new user, and report the changes since the last run', async () => {
    const { informers, clock, requests } = open(configMap('a', 1));
    const informer = informers.for(CONFIG_MAPS);
    const added = vi.fn();
    informer.subscribe({ added });
    for (let run = 0; run < 2; run++) {
      const abort = new AbortController();
      const running = informer.run(abort.signal);
      expect(await informer.whenSynced(abort.signal)).toBe(true);
      await clock.advance(0);
      abort.abort();
      await running;
    }
    expect(requests).toEqual(['list', 'watch', 'list', 'watch']);
    expect(added).toHaveBeenCalledOnce();
  });

  it('stop waiting for the first list when the signal aborts', async () => {
    const informer = open().informers.for(CONFIG_MAPS);
    expect(await informer.whenSynced(AbortSignal.abort())).toBe(false);
  });

  it('list by namespace, selector, owner and index while objects change', async () => {
    const owned = { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'owner-1' }] };
    const { informers, clock, send } = open(
      withMetadata(configMap('a', 1), { labels: { app: 'web' } }),
      withMetadata(configMap('b', 2), owned),
      withMetadata(configMap('c', 3), { namespace: 'other', labels: { app: 'web' } }),
    );
    const informer = informers.for(CONFIG_MAPS);
    informer.addIndexers({ app: ({ metadata }) => (metadata.labels?.app ? [metadata.labels.app] : []) });
    void informer.run(new AbortController().signal);
    await clock.advance(0);
    const selector = parseLabelSelector('app=web');
    expect(names(informer.list())).toEqual(['a', 'b', 'c']);
    expect(names(informer.list({ namespace: 'default' }))).toEqual(['a', 'b']);
    expect(names(informer.list({ namespace: 'default', selector }))).toEqual(['a']);
    expect(names(informer.list({ selector }))).toEqual(['a', 'c']);
    expect(names(informer.byIndex('app', 'web'))).toEqual(['a', 'c']);
    expect(names(informer.ownedBy('owner-1'))).toEqual(['b']);
    await send('MODIFIED', withMetadata(configMap('b', 4), { labels: { app: 'web' } }));
    await send('DELETED', withMetadata(configMap('a', 5), { labels: { app: 'web' } }));
    expect(names(informer.byIndex('app', 'web'))).toEqual(['c', 'b']);
    expect(names(informer.ownedBy('owner-1'))).toEqual([]);
    expect(() => informer.byIndex('none', '')).toThrow('there is no index "none"');
    expect(() => informer.addIndexers({ app: () => [] })).toThrow('there is another index "app"');
  });

  it('build a late index from the stored objects', async () => {
    const { informers, clock } = open(configMap('a', 1), configMap('b', 2));
    const informer = informers.for(CONFIG_MAPS);
    void informer.run(new AbortController().signal);
    await clock.advance(0);
    informer.addIndexers({ name: ({ metadata }) => [metadata.name ?? ''] });
    expect(informer.byIndex('name', 'b').map(objectKey)).toEqual(['default/b']);
  });

  it('call handlers after the entire list is stored, and all handlers even if one throws', async () => {
    const { informers, clock, reportProblem } = open(configMap('a', 1), configMap('b', 2));
    const informer = informers.for(CONFIG_MAPS);
    const sizes: number[] = [];
    informer.subscribe({
      added() {
        throw new Error('oops');
      },
    });
    informer.subscribe({ added: () => sizes.push(informer.list().length) });
    void informer.run(new AbortController().signal);
    await clock.advance(0);
    expect(sizes).toEqual([2, 2]);
    expect(reportProblem).toHaveBeenCalledTimes(2);
  });

  it("share frozen objects, so that no user can change another user's objects", async () => {
    const { informers, clock } = open(withMetadata(configMap('a', 1), { labels: {} }));
    const informer = informers.for(CONFIG_MAPS);
    void informer.run(new AbortController().signal);
    await clock.advance(0);
    const labels = informer.get('default/a')?.metadata.labels as Record<string, string>;
    expect(() => Object.assign(labels, { app: 'web' })).toThrow(TypeError);
  });
});
