import { createStore, type StoreApi } from 'zustand/vanilla';
import { frozenLike } from '../../../api/memory/frozen-like.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { type DiscoveredResource, type Discovery, discover } from '../../../client/discovery.ts';

interface DiscoveryState {
  readonly discovery: Discovery | undefined;
  /** Why the last refresh failed; the previous discovery stays in use. */
  readonly error: unknown;
  refresh(): Promise<void>;
}
export type DiscoveryStore = StoreApi<DiscoveryState>;

/** Creates the discovery store. Of overlapping refreshes only the latest takes effect. */
export function createDiscoveryStore(client: ApiClient): DiscoveryStore {
  let latest = 0;
  return createStore<DiscoveryState>()((set, get) => ({
    discovery: undefined,
    error: undefined,
    refresh: async () => {
      latest += 1;
      const mine = latest;
      try {
        const discovery = await discover(client);
        if (mine === latest) set({ discovery: sharing(discovery, get().discovery), error: undefined });
      } catch (error) {
        if (mine === latest) set({ error });
      }
    },
  }));
}

/** Returns the discovery once it is known; undefined when it could not be read. */
export function firstDiscovery(store: DiscoveryStore): Promise<Discovery | undefined> {
  return new Promise((resolve) => {
    const settle = ({ discovery, error }: DiscoveryState): void => {
      if (!discovery && error === undefined) return;
      leave();
      resolve(discovery);
    };
    const leave = store.subscribe(settle);
    settle(store.getState());
  });
}

/** Returns a discovery that reuses equal parts of an earlier one, because views re-render parts with a new identity. */
function sharing({ resources, failed }: Discovery, before: Discovery | undefined): Discovery {
  const known = new Map(before?.resources.map((resource) => [keyOf(resource), resource]));
  const shared = resources.map((resource) => frozenLike(resource, known.get(keyOf(resource))));
  return frozenLike({ resources: shared, failed }, before);
}

const keyOf = ({ group, version, resource }: DiscoveredResource): string => `${group}/${version}/${resource}`;
