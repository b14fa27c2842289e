import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Fetch } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';

export type ConnectionState =
  | { readonly phase: 'connecting' | 'connected' }
  | { readonly phase: 'lost'; readonly message: string };
export type ConnectionStore = StoreApi<ConnectionState>;

export const createConnectionStore = (): ConnectionStore =>
  createStore<ConnectionState>()((): ConnectionState => ({ phase: 'connecting' }));

/** Passes requests on and keeps in the store whether anybody answers them; a refusal is an answer too. */
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
