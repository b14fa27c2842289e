import { createStore, type StoreApi } from 'zustand/vanilla';

/**
 * Whether the app opens without a network. `unavailable`: in development, or for a cluster outside the browser;
 * `stored`: it does; `failed`: a part of it could not be downloaded, which is retried.
 */
export type OfflinePhase = 'unavailable' | 'checking' | 'downloading' | 'stored' | 'failed';

interface OfflineState {
  readonly phase: OfflinePhase;
  /** Why the last download failed. */
  readonly reason: string;
  /** Whether the app was stored just now, and not on an earlier visit. */
  readonly isNew: boolean;
  /** Whether this page is of an older version of the app than the one that is stored: a reload shows the newer. */
  readonly isOutdated: boolean;
}
export type OfflineStore = StoreApi<OfflineState>;

export const createOfflineStore = (phase: OfflinePhase): OfflineStore =>
  createStore<OfflineState>()(() => ({ phase, reason: '', isNew: false, isOutdated: false }));
