import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../../src/api/object.ts';
import { ApiError } from '../../../../src/client/api-error.ts';
import { objectKey } from '../../../../src/client/object-key.ts';
import type { WatchEvent } from '../../../../src/client/read-watch-events.ts';
import type { ReflectorSource } from '../../../../src/client/reflector.ts';
import { createCollectionStore } from '../../../../src/ui/state/stores/collection-store.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';

const pod = (name: string, resourceVersion: string): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, resourceVersion },
});

/** A started collection of `listed` objects, and the states that its subscribers received. */
async function follow(
  listed: readonly ApiObject[],
  events: readonly WatchEvent<ApiObject>[],
  clock = new ManualClock(),
) {
  const source: ReflectorSource<ApiObject> = {
    list: async () => ({ items: listed, resourceVersion: '1' }),
    async *watch(_, signal) {
      yield* events;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    },
    resourceVersionOf: ({ metadata }) => metadata.resourceVersion,
  };
  const random = { bytes: (count: number) => new Uint8Array(count) };
  const { store, start } = createCollectionStore({ source, keyOf: objectKey, clock, random });
  const shown: string[] = [];
  store.subscribe(({ items }, before) => {
    if (items === before.items) return;
    shown.push(items.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`).join(', '));
  });
  const stop = start();
  await clock.advance(0);
  return { clock, shown, stop };
}

describe('a live collection', () => {
  it('shows all changes since the last update at once, without intermediate states', async () => {
    const { clock, shown, stop } = await follow(
      [pod('a', '1'), pod('b', '1')],
      [
        { type: 'MODIFIED', object: pod('a', '2') },
        { type: 'MODIFIED', object: pod('a', '3') },
        { type: 'ADDED', object: pod('c', '4') },
        { type: 'DELETED', object: pod('b', '5') },
        { type: 'DELETED', object: pod('c', '6') },
        { type: 'MODIFIED', object: pod('a', '7') },
      ],
    );
    expect(shown).toEqual(['a 1, b 1']);
    await clock.advance(1000);
    expect(shown).toEqual(['a 1, b 1', 'a 7']);
    stop();
  });

  it('is updated in the same turn as other collections, so that the page renders once', async () => {
    const clock = new ManualClock();
    const change: WatchEvent<ApiObject> = { type: 'MODIFIED', object: pod('a', '2') };
    const pods = await follow([pod('a', '1')], [change], clock);
    await clock.advance(50);
    const sets = await follow([pod('a', '1')], [change], clock);
    await clock.advance(49);
    expect([pods.shown.length, sets.shown.length]).toEqual([1, 1]);
    await clock.advance(1);
    expect([pods.shown.length, sets.shown.length]).toEqual([2, 2]);
    pods.stop();
    sets.stop();
  });

  it('shows a change soon, but updates at most four times a second while the cluster keeps changing', async () => {
    const clock = new ManualClock();
    const changes = Array.from({ length: 40 }, (_, index) => pod('a', String(index + 2)));
    const times: number[] = [];
    const source: ReflectorSource<ApiObject> = {
      list: async () => ({ items: [], resourceVersion: '1' }),
      async *watch() {
        for (const object of changes) {
          await new Promise<void>((resolve) => clock.after(50, () => resolve()));
          yield { type: 'MODIFIED', object };
        }
        await new Promise<void>(() => undefined);
      },
      resourceVersionOf: ({ metadata }) => metadata.resourceVersion,
    };
    const random = { bytes: (count: number) => new Uint8Array(count) };
    const { store, start } = createCollectionStore({ source, keyOf: objectKey, clock, random });
    store.subscribe(({ items }) => items.length > 0 && times.push(clock.now()));
    const began = clock.now();
    const stop = start();
    for (let step = 0; step < 300; step++) await clock.advance(10);
    expect(times[0]).toBe(began + 150);
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(Array(8).fill(250));
    expect(store.getState().items).toEqual([changes.at(-1)]);
    stop();
  });

  it('shows no changes after it is stopped', async () => {
    const { clock, shown, stop } = await follow([pod('a', '1')], [{ type: 'DELETED', object: pod('a', '2') }]);
    stop();
    await clock.advance(1000);
    expect(shown).toEqual(['a 1']);
  });

  it.each([400, 401, 403, 404, 409, 422])('stops requests after the answer %i until the user retries', async (code) => {
    const { clock, store, asked, stop } = await failing(code);
    expect(store.getState()).toMatchObject({ isLoaded: false, error: { code } });
    for (let minute = 0; minute < 5; minute++) await clock.advance(60_000);
    expect(asked()).toBe(1);
    store.getState().retry?.();
    await clock.advance(0);
    expect(asked()).toBe(2);
    stop();
  });

  it.each([408, 410, 429, 500, 503])('retries automatically after the answer %i', async (code) => {
    const { clock, store, asked, stop } = await failing(code);
    expect(store.getState()).toMatchObject({ error: { code }, retry: undefined });
    for (let minute = 0; minute < 5; minute++) await clock.advance(60_000);
    expect(asked()).toBeGreaterThan(2);
    stop();
  });

  it('loses its objects when the server denies another watch, and has the current ones after another try', async () => {
    const clock = new ManualClock();
    let isDenied = false;
    const source: ReflectorSource<ApiObject> = {
      list: async () => ({ items: [pod(isDenied ? 'b' : 'a', '1')], resourceVersion: '1' }),
      async *watch() {
        await new Promise<void>((resolve) => void clock.after(2000, resolve));
        if (isDenied)
          throw new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 403 });
      },
      resourceVersionOf: ({ metadata }) => metadata.resourceVersion,
    };
    const random = { bytes: (count: number) => new Uint8Array(count) };
    const { store, start } = createCollectionStore({ source, keyOf: objectKey, clock, random });
    const names = () => store.getState().items.map(({ metadata }) => metadata.name);
    const stop = start();
    await clock.advance(0);
    expect(names()).toEqual(['a']);
    isDenied = true;
    await clock.advance(2000);
    expect(store.getState()).toMatchObject({ items: [], isLoaded: false, error: { code: 403 } });
    store.getState().retry?.();
    await clock.advance(0);
    expect(names()).toEqual(['b']);
    stop();
  });
});

/** A started collection whose list always fails with an error. */
async function failing(code: number) {
  const clock = new ManualClock();
  let asked = 0;
  const source: ReflectorSource<ApiObject> = {
    list: () => {
      asked += 1;
      throw new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code });
    },
    watch: () => {
      throw new Error('nothing is watched');
    },
    resourceVersionOf: ({ metadata }) => metadata.resourceVersion,
  };
  const random = { bytes: (count: number) => new Uint8Array(count) };
  const { store, start } = createCollectionStore({ source, keyOf: objectKey, clock, random });
  const stop = start();
  await clock.advance(0);
  return { clock, store, asked: () => asked, stop };
}
