import { createStore, type StoreApi } from 'zustand/vanilla';

/**
 * Whether the app opens without a network. `unavailable`: in development, or for a cluster outside the browser;
 * `stored`: yes; `failed`: a download failed and is being retried.
 */
export type OfflinePhase = 'unavailable' | 'checking' | 'downloading' | 'stored' | 'failed';

interface OfflineState {
  readonly phase: OfflinePhase;
  /** Why the last download failed. */
  readonly reason: string;
  /** Whether the app was stored during this visit. */
  readonly isNew: boolean;
  /** Whether a newer version than this page is stored: a reload shows it. */
  readonly isOutdated: boolean;
}
export type OfflineStore = StoreApi<OfflineState>;

export const createOfflineStore = (phase: OfflinePhase): OfflineStore =>
  createStore<OfflineState>()(() => ({ phase, reason: '', isNew: false, isOutdated: false }));
