import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiObject } from '../../api/object.ts';

/** A text that differs from what the server has. */
interface Draft {
  readonly text: string;
  /** The object that the text started from; undefined for a new one. */
  readonly base: ApiObject | undefined;
}
export interface DraftsState {
  readonly drafts: Readonly<Record<string, Draft>>;
  keep(key: string, draft: Draft): void;
  discard(key: string): void;
}
export type DraftsStore = StoreApi<DraftsState>;

/** Texts that were typed and not saved yet: they stay while one looks at other views. */
export const createDraftsStore = (): DraftsStore =>
  createStore<DraftsState>()((set) => ({
    drafts: {},
    keep: (key, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } })),
    discard: (key) =>
      set(({ drafts }) => {
        const { [key]: _, ...others } = drafts;
        return { drafts: others };
      }),
  }));
