import { startTransition, useEffect, useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';

/**
 * Returns the state of a store that follows the cluster. Its changes render in slices, between which the browser paints
 * and handles input, because many rows can appear at once.
 */
export function useLiveStore<T>(store: Pick<StoreApi<T>, 'getState' | 'subscribe'>): T {
  const [rendered, setRendered] = useState(() => ({ store, state: store.getState() }));
  useEffect(() => {
    const update = () => startTransition(() => setRendered({ store, state: store.getState() }));
    update();
    return store.subscribe(update);
  }, [store]);
  return rendered.store === store ? rendered.state : store.getState();
}
