import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../../../../src/client/api-error.ts';
import { type CollectionState, NOT_LOADED } from '../../../../src/ui/state/stores/collection-store.ts';
import { mergeCollections } from '../../../../src/ui/state/stores/merged-collection.ts';

/** A part whose state the test sets, and whether it is started. */
function part(name: string) {
  const store = createStore<CollectionState<string>>()(() => NOT_LOADED);
  const following = { isStarted: false };
  const start = () => {
    following.isStarted = true;
    return () => {
      following.isStarted = false;
    };
  };
  return { name, store, start, following };
}

const DENIED = new ApiError({
  ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 403 },
  ...{ reason: 'Forbidden', message: 'pods is forbidden' },
});

describe('a collection of several namespaces', () => {
  const create = () => {
    const [shop, web] = [part('shop'), part('web')];
    const { store, start } = mergeCollections<string>([shop, web]);
    return { shop, web, store, stop: start() };
  };

  it('has loaded when each part has, and holds the items of all', () => {
    const { shop, web, store } = create();
    shop.store.setState({ items: ['a'], isLoaded: true });
    expect(store.getState()).toMatchObject({ isLoaded: false });
    web.store.setState({ items: ['b', 'c'], isLoaded: true });
    expect(store.getState()).toMatchObject({ items: ['a', 'b', 'c'], isLoaded: true, failures: [] });
    shop.store.setState({ items: [] });
    expect(store.getState().items).toEqual(['b', 'c']);
  });

  it('shows the others when one is denied, names it, and stays loaded while it is tried again', () => {
    const { shop, web, store } = create();
    let tries = 0;
    const retry = () => {
      tries += 1;
      web.store.setState({ error: undefined, retry: undefined });
    };
    shop.store.setState({ items: ['a'], isLoaded: true });
    web.store.setState({ error: DENIED, retry });
    expect(store.getState()).toMatchObject({ items: ['a'], isLoaded: true, error: undefined });
    expect(store.getState().failures).toEqual([{ name: 'web', error: DENIED, retry }]);
    store.getState().retry?.();
    expect(tries).toBe(1);
    expect(store.getState()).toMatchObject({ isLoaded: true, failures: [], retry: undefined });
  });

  it('fails when every part does', () => {
    const { shop, web, store } = create();
    shop.store.setState({ error: DENIED });
    web.store.setState({ error: DENIED });
    expect(store.getState()).toMatchObject({ isLoaded: false, error: DENIED });
  });

  it('keeps quiet about a part that is followed again automatically', () => {
    const { shop, web, store } = create();
    shop.store.setState({ items: ['a'], isLoaded: true });
    web.store.setState({ items: ['b'], isLoaded: true, error: new Error('lost') });
    expect(store.getState()).toMatchObject({ error: undefined, failures: [] });
  });

  it('stops following its parts', () => {
    const { shop, web, stop } = create();
    expect([shop.following.isStarted, web.following.isStarted]).toEqual([true, true]);
    stop();
    expect([shop.following.isStarted, web.following.isStarted]).toEqual([false, false]);
  });
});
