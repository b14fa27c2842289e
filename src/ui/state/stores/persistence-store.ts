import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Fetch } from '../../../api/environment.ts';
import type { PlatformPort } from '../../platform-port.ts';

/** Whether the browser keeps the cluster until the user deletes it, or may evict it when disk space runs low. */
export type Persistence = 'unknown' | 'persistent' | 'evictable';

interface PersistenceState {
  readonly persistence: Persistence;
  /** Whether the browser was asked for persistence since the page was loaded, and refused. */
  readonly isRefused: boolean;
  /** Asks the browser to keep the data. Firefox asks the user; other browsers decide silently. */
  request(): Promise<void>;
}
export type PersistenceStore = StoreApi<PersistenceState>;

/** Reads what the browser has decided so far, without asking for anything. */
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
    () => undefined, // The page says nothing about what the browser does not tell.
  );
  return store;
}

/** Groups whose objects are answers to questions: creating one stores nothing. */
const STORES_NOTHING = /^\/apis\/(authentication|authorization|debug)\./;

/** Passes requests on. The first that stores something is the moment to ask: from then on there is something to lose. */
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
