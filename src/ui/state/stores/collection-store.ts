import { createStore } from 'zustand/vanilla';
import type { Clock, Random } from '../../../api/environment.ts';
import { Reflector, type ReflectorSource } from '../../../client/reflector.ts';
import { inNextBatch } from './update-batch.ts';

export interface CollectionState<T> {
  /** In the order of arrival; a new array after every change. */
  readonly items: readonly T[];
  /** Whether the list has loaded: until then, no items does not mean none. */
  readonly isLoaded: boolean;
  /** Why the collection is currently not watched. */
  readonly error: unknown;
}

export interface CollectionStoreOptions<T> {
  readonly source: ReflectorSource<T>;
  readonly keyOf: (item: T) => string;
  readonly clock: Clock;
  readonly random: Random;
}

/** Creates a live collection. `start` watches it until the returned function is called. */
export function createCollectionStore<T>({ source, keyOf, clock, random }: CollectionStoreOptions<T>) {
  const store = createStore<CollectionState<T>>()(() => ({ items: [], isLoaded: false, error: undefined }));
  const items = new Map<string, T>();
  let flushing: (() => void) | undefined;
  const flush = () => {
    flushing = undefined;
    store.setState({ items: [...items.values()] });
  };
  const reflector = new Reflector<T>({
    source,
    clock,
    random,
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
        else if (state.phase === 'watching') store.setState({ error: undefined });
      },
    },
  });
  return {
    store,
    start(): () => void {
      const abort = new AbortController();
      void reflector.run(abort.signal);
      return () => {
        abort.abort();
        flushing?.();
        flushing = undefined;
      };
    },
  };
}
