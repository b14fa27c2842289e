import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { EMPTY_REGISTRY, openEmbeddedRegistry, started } from '../../../../src/hosts/worker/embedded/registry-state.ts';

const OPTIONS = { name: 'a', prefix: '/k8s', offline: false };

describe('the registry of an embedded worker', () => {
  const browser = () => ({ indexedDB: new IDBFactory(), IDBKeyRange });

  it('is available to the next worker once it has been read', async () => {
    const platform = browser();
    const first = openEmbeddedRegistry('/', platform);
    const state = await first.update((before) => started(before, OPTIONS));
    expect(first.known).toEqual(state);
    first.close();
    const next = openEmbeddedRegistry('/', platform);
    expect(next.known).toBeUndefined();
    expect(await next.read()).toEqual(state);
    expect(next.known).toEqual(state);
    next.close();
  });

  it('is not shared by workers of other folders', async () => {
    const platform = browser();
    const one = openEmbeddedRegistry('/', platform);
    await one.update((before) => started(before, OPTIONS));
    const other = openEmbeddedRegistry('/app/', platform);
    expect(await other.read()).toEqual(EMPTY_REGISTRY);
    for (const registry of [one, other]) registry.close();
  });

  it('stays as it was when a change fails', async () => {
    const registry = openEmbeddedRegistry('/', browser());
    const state = await registry.update((before) => started(before, OPTIONS));
    const failing = registry.update((before) => started(before, { ...OPTIONS, dialect: 'cluster' }));
    await expect(failing).rejects.toThrow('Start a cluster of another name');
    expect(registry.known).toEqual(state);
    registry.close();
  });
});
