import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/api/object.ts';
import { Informer } from '../../src/client/informer.ts';
import type { WatchEvent } from '../../src/client/read-watch-events.ts';
import { configMap, eagerClock, noRandom } from './scripted-server.ts';

interface Round {
  readonly list: ApiObject[];
  readonly events?: WatchEvent<ApiObject>[];
}

/** Runs an informer over the given lists and events. Every watch but the last ends with 410. */
const inform = (...rounds: Round[]) => informControllers(undefined, ...rounds);

/** Like `inform`, with handlers for the objects that controllers of a kind control. */
async function informControllers(controlledBy: string | undefined, ...rounds: Round[]) {
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
    controlledBy,
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

  it('reports objects of a controller kind, objects without a controller, and changes between them', async () => {
    const controlled = (name: string, version: number, kind?: string): ApiObject => {
      const object = configMap(name, version);
      const ownerReferences = kind ? [{ apiVersion: 'v1', kind, name: 'owner', uid: kind, controller: true }] : [];
      return { ...object, metadata: { ...object.metadata, ownerReferences } };
    };
    const { informer, seen } = await informControllers('Job', {
      list: [controlled('mine', 1, 'Job'), controlled('theirs', 1, 'ReplicaSet'), controlled('free', 1)],
      events: [
        { type: 'MODIFIED', object: controlled('mine', 2, 'Job') },
        { type: 'MODIFIED', object: controlled('theirs', 2, 'ReplicaSet') },
        { type: 'MODIFIED', object: controlled('free', 2, 'ReplicaSet') },
        { type: 'MODIFIED', object: controlled('free', 3, 'ReplicaSet') },
        { type: 'MODIFIED', object: controlled('theirs', 3, 'Job') },
        { type: 'MODIFIED', object: controlled('mine', 3) },
        { type: 'DELETED', object: controlled('free', 4, 'ReplicaSet') },
        { type: 'DELETED', object: controlled('theirs', 4, 'Job') },
      ],
    });
    const updates = ['updated mine 1 → 2', 'updated free 1 → 2', 'updated theirs 2 → 3', 'updated mine 2 → 3'];
    expect(seen).toEqual(['added mine', 'added free', ...updates, 'deleted theirs']);
    const late: string[] = [];
    informer.subscribe({ controlledBy: 'ReplicaSet', added: ({ metadata }) => late.push(metadata.name ?? '') });
    expect(late).toEqual(['mine']);
  });

  it.each([
    ['throws', () => JSON.parse('no JSON')],
    ['rejects', async () => JSON.parse('no JSON')],
  ])('reports the error of a handler that %s, and calls the other handlers', async (_, handle) => {
    const problems: string[] = [];
    const seen: string[] = [];
    const abort = new AbortController();
    const informer = new Informer<ApiObject>({
      clock: eagerClock(),
      random: noRandom,
      reportProblem: (problem) => void problems.push(problem),
      source: {
        list: async () => ({ items: [configMap('a', 1)], resourceVersion: '1' }),
        async *watch() {
          yield { type: 'MODIFIED', object: configMap('a', 2) };
          yield { type: 'DELETED', object: configMap('a', 3) };
          abort.abort();
        },
        resourceVersionOf: ({ metadata }) => metadata.resourceVersion,
      },
    });
    informer.subscribe({ added: handle, updated: handle, deleted: handle });
    informer.subscribe({ state: handle });
    informer.subscribe({
      added: () => seen.push('added'),
      updated: () => seen.push('updated'),
      deleted: () => seen.push('deleted'),
    });
    await informer.run(abort.signal);
    expect(seen).toEqual(['added', 'updated', 'deleted']);
    await expect.poll(() => problems.length).toBeGreaterThan(3);
    expect(new Set(problems)).toEqual(new Set(['a handler of an informer failed']));
  });

  it('reports existing objects to a late handler', async () => {
    const { informer } = await inform({ list: [configMap('a', 1)] });
    const late: string[] = [];
    informer.subscribe({ added: ({ metadata }) => late.push(metadata.name ?? '') });
    expect(late).toEqual(['a']);
  });
});
