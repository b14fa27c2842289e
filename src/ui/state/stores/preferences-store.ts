import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PlatformPort } from '../../platform-port.ts';

export type Theme = 'light' | 'dark' | 'system';

interface Preferences {
  readonly theme: Theme;
  /** Resources pinned in the navigation, as `group/resource`; `/pods` is in the core group. */
  readonly favourites: readonly string[];
}
interface PreferencesState extends Preferences {
  setTheme(theme: Theme): void;
  toggleFavourite(key: string): void;
}
export type PreferencesStore = StoreApi<PreferencesState>;

const SETTING = 'tabplane.preferences';
const DEFAULTS: Preferences = {
  theme: 'system',
  favourites: ['/pods', 'apps/deployments', '/services', '/configmaps', '/secrets', '/namespaces'],
};

/** Creates the store of this browser's preferences, kept across visits. */
export function createPreferencesStore(settings: PlatformPort['settings']): PreferencesStore {
  const store = createStore<PreferencesState>()((set) => ({
    ...DEFAULTS,
    ...stored(settings),
    setTheme: (theme) => set({ theme }),
    toggleFavourite: (key) =>
      set(({ favourites }) => ({
        favourites: favourites.includes(key) ? favourites.filter((other) => other !== key) : [...favourites, key],
      })),
  }));
  store.subscribe(({ theme, favourites }) => settings.setItem(SETTING, JSON.stringify({ theme, favourites })));
  return store;
}

function stored(settings: PlatformPort['settings']): Partial<Preferences> {
  try {
    return JSON.parse(settings.getItem(SETTING) ?? '{}') as Partial<Preferences>;
  } catch {
    return {}; // Unreadable settings are ignored.
  }
}
