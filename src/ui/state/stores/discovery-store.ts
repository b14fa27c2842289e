import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiClient } from '../../../client/api-client.ts';
import { type Discovery, discover } from '../../../client/discovery.ts';

interface DiscoveryState {
  readonly discovery: Discovery | undefined;
  /** Why the last attempt failed; an older discovery stays in use. */
  readonly error: unknown;
  refresh(): Promise<void>;
}
export type DiscoveryStore = StoreApi<DiscoveryState>;

/** What the server serves. Of refreshes that overlap only the latest counts. */
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
