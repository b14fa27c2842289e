import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiObject } from '../../../api/object.ts';
import type { PlatformPort } from '../../platform-port.ts';

/** What came of one object of an import. */
export type ImportOutcome =
  | { readonly status: 'created' | 'updated' | 'unchanged' | 'kept' }
  | { readonly status: 'refused' | 'not-tried'; readonly message: string };

/** A document of a file, or an item of a List in it. */
export interface ImportEntry {
  readonly object: ApiObject | undefined;
  /** One-based line at which the document begins. */
  readonly line: number;
  /** Why the document cannot be imported. */
  readonly problem?: string;
}

interface ImportState {
  readonly text: string;
  readonly fileName: string;
  /** Whether the import starts without asking: the user has agreed before the page was loaded. */
  readonly startsAtOnce: boolean;
  /** By the index of the entry; empty before the import. */
  readonly outcomes: ReadonlyMap<number, ImportOutcome>;
  readonly isRunning: boolean;
  setText(text: string, fileName?: string): void;
}
export type ImportStore = StoreApi<ImportState>;

const SETTING = 'tabplane.import';

/** Keeps a text for the page that is loaded next, which imports it at once. */
export const keepForNextPage = (session: PlatformPort['session'], text: string, fileName: string): void =>
  session.setItem(SETTING, JSON.stringify({ text, fileName, startsAtOnce: true }));

/** The import at hand: it goes on while other views are shown, and its text outlives a reload. */
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
      session.setItem(SETTING, '{}'); // Too large to outlive a reload.
    }
  });
  return store;
}

/** Whether everything is imported: a reload shall not offer it again. */
const isFinished = ({ isRunning, outcomes }: ImportState): boolean =>
  !isRunning && outcomes.size > 0 && [...outcomes.values()].every((outcome) => !('message' in outcome));

function stored(session: PlatformPort['session']): Partial<Pick<ImportState, 'text' | 'fileName' | 'startsAtOnce'>> {
  try {
    return JSON.parse(session.getItem(SETTING) ?? '{}') as Partial<ImportState>;
  } catch {
    return {}; // What cannot be read counts as nothing.
  }
}
