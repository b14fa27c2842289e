import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Fetch } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';

export type ConnectionState =
  | { readonly phase: 'connecting' | 'connected' }
  | { readonly phase: 'lost'; readonly message: string };
export type ConnectionStore = StoreApi<ConnectionState>;

export const createConnectionStore = (): ConnectionStore =>
  createStore<ConnectionState>()((): ConnectionState => ({ phase: 'connecting' }));

/** Wraps `fetch` to record in the store whether the server responds; error responses count. */
export function observedFetch(fetch: Fetch, store: ConnectionStore): Fetch {
  return async (request) => {
    try {
      const response = await fetch(request);
      if (store.getState().phase !== 'connected') store.setState({ phase: 'connected' }, true);
      return response;
    } catch (error) {
      const message = errorText(error);
      if (!request.signal.aborted) store.setState({ phase: 'lost', message }, true);
      throw error;
    }
  };
}
