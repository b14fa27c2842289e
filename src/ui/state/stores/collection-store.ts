import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Clock, Random } from '../../../api/environment.ts';
import { isFinalError } from '../../../client/api-error.ts';
import { Reflector, type ReflectorSource } from '../../../client/reflector.ts';
import { inNextBatch } from './update-batch.ts';

export interface CollectionState<T> {
  /** In the order of arrival; a new array after every change. */
  readonly items: readonly T[];
  /** Whether the list has loaded: until then, no items does not mean none. */
  readonly isLoaded: boolean;
  /** Why the collection is currently not watched. */
  readonly error: unknown;
  /** Repeats a request that the server has rejected; undefined while the collection is followed. */
  readonly retry: (() => void) | undefined;
  /** The parts of a collection of several namespaces that could not be listed, or that are no longer followed. */
  readonly failures: readonly CollectionFailure[];
}

/** A part of a collection whose objects are missing or no longer followed. */
export interface CollectionFailure {
  /** The namespace. */
  readonly name: string;
  readonly error: unknown;
  /** Undefined when the request is repeated automatically. */
  readonly retry: (() => void) | undefined;
}

/** A live collection. `start` watches it until the returned function is called. */
export interface CollectionStore<T> {
  readonly store: StoreApi<CollectionState<T>>;
  readonly start: () => () => void;
}

/** The state before the first list. */
export const NOT_LOADED = { items: [], isLoaded: false, error: undefined, retry: undefined, failures: [] };

export interface CollectionStoreOptions<T> {
  readonly source: ReflectorSource<T>;
  readonly keyOf: (item: T) => string;
  readonly clock: Clock;
  readonly random: Random;
}

/** Creates a live collection. */
export function createCollectionStore<T>({
  source,
  keyOf,
  clock,
  random,
}: CollectionStoreOptions<T>): CollectionStore<T> {
  const store = createStore<CollectionState<T>>()(() => NOT_LOADED);
  const items = new Map<string, T>();
  let flushing: (() => void) | undefined;
  const flush = () => {
    flushing = undefined;
    store.setState({ items: [...items.values()] });
  };
  /** The items go, too: what the server refuses to list would never change again, and may no longer be read. */
  const fail = (error: unknown) => {
    items.clear();
    store.setState({ ...NOT_LOADED, error, retry: follow });
  };
  const reflector = new Reflector<T>({
    source,
    clock,
    random,
    isFinal: isFinalError,
    sink: {
      replace(all) {
        items.clear();
        for (const item of all) items.set(keyOf(item), item);
        store.setState({ items: [...all], isLoaded: true, error: undefined });
      },
      change(type, item) {
        if (type === 'DELETED') items.delete(keyOf(item));
        else items.set(keyOf(item), item);
        flushing ??= inNextBatch(clock, flush);
      },
      state(state) {
        if (state.phase === 'waiting') store.setState({ error: state.error });
        else if (state.phase === 'failed') fail(state.error);
        else if (state.phase === 'watching') store.setState({ error: undefined });
      },
    },
  });
  let abort = new AbortController();
  const follow = (): void => {
    store.setState({ error: undefined, retry: undefined });
    void reflector.run(abort.signal);
  };
  return {
    store,
    start(): () => void {
      abort = new AbortController();
      follow();
      return () => {
        abort.abort();
        flushing?.();
        flushing = undefined;
      };
    },
  };
}
