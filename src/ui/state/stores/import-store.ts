import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiObject } from '../../../api/object.ts';
import type { PlatformPort } from '../../platform-port.ts';

/** Outcome of one imported object. */
export type ImportOutcome =
  | { readonly status: 'created' | 'updated' | 'unchanged' | 'kept' }
  | { readonly status: 'refused' | 'not-tried'; readonly message: string };

/** A document of a file, or an item of a List. */
export interface ImportEntry {
  readonly object: ApiObject | undefined;
  /** One-based first line of the document. */
  readonly line: number;
  /** Why the document cannot be imported. */
  readonly problem?: string;
}

interface ImportState {
  readonly text: string;
  readonly fileName: string;
  /** Whether the import starts automatically: the user agreed before the page was loaded. */
  readonly startsAtOnce: boolean;
  /** Outcomes by entry index; empty before the import. */
  readonly outcomes: ReadonlyMap<number, ImportOutcome>;
  readonly isRunning: boolean;
  setText(text: string, fileName?: string): void;
}
export type ImportStore = StoreApi<ImportState>;

const SETTING = 'tabplane.import';

/** Stores a text that the next page imports automatically. */
export const keepForNextPage = (session: PlatformPort['session'], text: string, fileName: string): void =>
  session.setItem(SETTING, JSON.stringify({ text, fileName, startsAtOnce: true }));

/** Creates the import store: an import continues across views, and its text survives a reload. */
export function createImportStore(session: PlatformPort['session']): ImportStore {
  const store = createStore<ImportState>()((set) => ({
    text: '',
    fileName: '',
    startsAtOnce: false,
    outcomes: new Map(),
    isRunning: false,
    ...stored(session),
    setText: (text, fileName = '') => set({ text, fileName, outcomes: new Map(), startsAtOnce: false }),
  }));
  store.subscribe((state, before) => {
    const { text, fileName, startsAtOnce, isRunning } = state;
    if (text === before.text && startsAtOnce === before.startsAtOnce && isRunning === before.isRunning) return;
    try {
      session.setItem(SETTING, isFinished(state) ? '{}' : JSON.stringify({ text, fileName, startsAtOnce }));
    } catch {
      session.setItem(SETTING, '{}'); // Too large to survive a reload.
    }
  });
  return store;
}

/** Reports whether everything is imported: a reload must not offer it again. */
const isFinished = ({ isRunning, outcomes }: ImportState): boolean =>
  !isRunning && outcomes.size > 0 && [...outcomes.values()].every((outcome) => !('message' in outcome));

function stored(session: PlatformPort['session']): Partial<Pick<ImportState, 'text' | 'fileName' | 'startsAtOnce'>> {
  try {
    return JSON.parse(session.getItem(SETTING) ?? '{}') as Partial<ImportState>;
  } catch {
    return {}; // Unreadable settings are ignored.
  }
}
