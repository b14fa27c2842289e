import { createStore } from 'zustand/vanilla';
import { type CollectionState, type CollectionStore, NOT_LOADED } from './collection-store.ts';

/** A collection of the same kind, named after its namespace. */
export interface CollectionPart<T> extends CollectionStore<T> {
  readonly name: string;
}

/** Joins live collections to one. It has loaded when each part has loaded or failed, and at least one has loaded. */
export function mergeCollections<T>(parts: readonly CollectionPart<T>[]): CollectionStore<T> {
  const store = createStore<CollectionState<T>>()(() => NOT_LOADED);
  const update = () => store.setState((before) => mergedState(parts, before));
  return {
    store,
    start() {
      const stops = parts.flatMap((part) => [part.store.subscribe(update), part.start()]);
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

function mergedState<T>(parts: readonly CollectionPart<T>[], before: CollectionState<T>): CollectionState<T> {
  const states = parts.map(({ name, store }) => ({ name, ...store.getState() }));
  const isSettled = states.every(({ isLoaded, error }) => isLoaded || error !== undefined);
  const isLoaded = before.isLoaded || (isSettled && states.some((state) => state.isLoaded));
  const failures = states.flatMap(({ name, error, retry, isLoaded: hasItems }) =>
    error !== undefined && (retry !== undefined || !hasItems) ? [{ name, error, retry }] : [],
  );
  const retries = failures.flatMap(({ retry }) => retry ?? []);
  return {
    items: states.flatMap(({ items }) => items),
    isLoaded,
    error: states.every(({ error }) => error !== undefined) ? states[0]?.error : undefined,
    retry: retries.length === 0 ? undefined : () => void retries.map((retry) => retry()),
    failures,
  };
}
