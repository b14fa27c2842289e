import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Fetch } from '../../../api/environment.ts';
import type { PlatformPort } from '../../platform-port.ts';

/** Whether the browser keeps the cluster until the user deletes it, or may evict it when disk space runs low. */
export type Persistence = 'unknown' | 'persistent' | 'evictable';

interface PersistenceState {
  readonly persistence: Persistence;
  /** Whether the browser denied persistence since the page was loaded. */
  readonly isRefused: boolean;
  /** Requests persistence. Firefox asks the user; other browsers decide silently. */
  request(): Promise<void>;
}
export type PersistenceStore = StoreApi<PersistenceState>;

/** Creates the persistence store with the browser's current decision, without requesting anything. */
export function createPersistenceStore(storage: PlatformPort['storage']): PersistenceStore {
  const store = createStore<PersistenceState>()((set, get) => ({
    persistence: 'unknown',
    isRefused: false,
    async request() {
      if (!storage || get().persistence === 'persistent') return;
      const isPersistent = await storage.persist().catch(() => false);
      set({ persistence: isPersistent ? 'persistent' : 'evictable', isRefused: !isPersistent });
    },
  }));
  storage?.persisted().then(
    (isPersistent) => store.setState({ persistence: isPersistent ? 'persistent' : 'evictable' }),
    () => undefined, // Without an answer, the status stays unknown.
  );
  return store;
}

/** Groups whose objects are never stored. */
const STORES_NOTHING = /^\/apis\/(authentication|authorization|debug)\./;

/** Wraps `fetch` to request persistence after the first write: from then on there is data to lose. */
export function persistingFetch(fetch: Fetch, store: PersistenceStore): Fetch {
  let hasAsked = false;
  return async (request) => {
    const response = await fetch(request);
    if (!hasAsked && response.ok && storesSomething(request)) {
      hasAsked = true;
      void store.getState().request();
    }
    return response;
  };
}

function storesSomething({ method, url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  return method !== 'GET' && !searchParams.has('dryRun') && !STORES_NOTHING.test(pathname);
}
