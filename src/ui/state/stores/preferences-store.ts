import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PlatformPort } from '../../platform-port.ts';
import { NO_LAYOUT, type TableLayout } from '../objects/table-layout.ts';

export type Theme = 'light' | 'dark' | 'system';

interface Preferences {
  readonly theme: Theme;
  /** Resources pinned in the navigation, as `group/resource`; `/pods` is in the core group. */
  readonly favourites: readonly string[];
  /** What the user changed in the tables of kinds, by `group/resource`. */
  readonly tables: Readonly<Record<string, TableLayout>>;
}
interface PreferencesState extends Preferences {
  setTheme(theme: Theme): void;
  toggleFavourite(key: string): void;
  /** Changes the table of a kind; without a change, resets it. */
  arrangeTable(key: string, change?: TableLayout): void;
}
export type PreferencesStore = StoreApi<PreferencesState>;

const SETTING = 'tabplane.preferences';
const DEFAULTS: Preferences = {
  theme: 'system',
  favourites: ['/pods', 'apps/deployments', '/services', '/configmaps', '/secrets', '/namespaces'],
  tables: {},
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
    arrangeTable: (key, change) =>
      set(({ tables }) => ({ tables: { ...tables, [key]: change ? { ...tables[key], ...change } : NO_LAYOUT } })),
  }));
  store.subscribe(({ theme, favourites, tables }) =>
    settings.setItem(SETTING, JSON.stringify({ theme, favourites, tables })),
  );
  return store;
}

function stored(settings: PlatformPort['settings']): Partial<Preferences> {
  try {
    return JSON.parse(settings.getItem(SETTING) ?? '{}') as Partial<Preferences>;
  } catch {
    return {}; // Unreadable settings are ignored.
  }
}
