import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiClient } from '../../../client/api-client.ts';
import { type Discovery, discover } from '../../../client/discovery.ts';

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
  return createStore<DiscoveryState>()((set) => ({
    discovery: undefined,
    error: undefined,
    refresh: async () => {
      latest += 1;
      const mine = latest;
      try {
        const discovery = await discover(client);
        if (mine === latest) set({ discovery, error: undefined });
      } catch (error) {
        if (mine === latest) set({ error });
      }
    },
  }));
}
