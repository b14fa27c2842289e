import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PlatformPort } from '../../platform-port.ts';

interface PresenterState {
  readonly isPresenting: boolean;
  setPresenting(isPresenting: boolean): void;
}
export type PresenterStore = StoreApi<PresenterState>;

const SETTING = 'tabplane.presenter';

/** Creates the store of whether this tab presents. A window that the tab opens begins like the tab. */
export const createPresenterStore = (session: PlatformPort['session']): PresenterStore =>
  createStore<PresenterState>()((set) => ({
    isPresenting: session.getItem(SETTING) === 'true',
    setPresenting(isPresenting) {
      session.setItem(SETTING, String(isPresenting));
      set({ isPresenting });
    },
  }));
