import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/api/object.ts';
import { Informer } from '../../src/client/informer.ts';
import type { WatchEvent } from '../../src/client/read-watch-events.ts';
import { configMap, eagerClock, noRandom } from './scripted-server.ts';

/** An informer over ready lists and events; every list but the last ends in 410. */
async function inform(...rounds: { list: ApiObject[]; events?: WatchEvent<ApiObject>[] }[]) {
  const { ApiError } = await import('../../src/client/api-error.ts');
  const abort = new AbortController();
  const seen: string[] = [];
  let round = -1;
  const informer = new Informer<ApiObject>({
    clock: eagerClock(),
    random: noRandom,
    source: {
      async list() {
        round += 1;
        return { items: rounds[round]?.list ?? [], resourceVersion: '1' };
      },
      async *watch() {
        yield* rounds[round]?.events ?? [];
        if (round === rounds.length - 1) abort.abort();
        throw new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 410 });
      },
      resourceVersionOf: ({ metadata }) => metadata.resourceVersion,
    },
  });
  informer.subscribe({
    added: ({ metadata }) => seen.push(`added ${metadata.name}`),
    updated: ({ metadata }, previous) =>
      seen.push(`updated ${metadata.name} ${previous.metadata.resourceVersion} → ${metadata.resourceVersion}`),
    deleted: ({ metadata }) => seen.push(`deleted ${metadata.name}`),
  });
  await informer.run(abort.signal);
  return { informer, seen };
}

describe('an informer', () => {
  it('holds the current collection', async () => {
    const { informer, seen } = await inform({
      list: [configMap('a', 1), configMap('b', 2)],
      events: [
        { type: 'MODIFIED', object: configMap('a', 3) },
        { type: 'DELETED', object: configMap('b', 4) },
        { type: 'ADDED', object: configMap('c', 5) },
      ],
    });
    expect(informer.hasSynced).toBe(true);
    expect(informer.list().map(({ metadata }) => metadata.name)).toEqual(['a', 'c']);
    expect(informer.get('default/a')?.metadata.resourceVersion).toBe('3');
    expect(seen).toEqual(['added a', 'added b', 'updated a 1 → 3', 'deleted b', 'added c']);
  });

  it('reports only the differences after a new list', async () => {
    const { seen } = await inform(
      { list: [configMap('a', 1), configMap('b', 2), configMap('c', 3)] },
      { list: [configMap('a', 1), configMap('b', 7), configMap('d', 8)] },
    );
    expect(seen.slice(3)).toEqual(['deleted c', 'updated b 2 → 7', 'added d']);
  });

  it('reports a recreated object as deleted and added', async () => {
    const { seen } = await inform({ list: [configMap('a', 1, 'one')] }, { list: [configMap('a', 5, 'two')] });
    expect(seen).toEqual(['added a', 'deleted a', 'added a']);
  });

  it('reports existing objects to a late handler', async () => {
    const { informer } = await inform({ list: [configMap('a', 1)] });
    const late: string[] = [];
    informer.subscribe({ added: ({ metadata }) => late.push(metadata.name ?? '') });
    expect(late).toEqual(['a']);
  });
});
