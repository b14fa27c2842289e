import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiObject } from '../../../api/object.ts';
import type { WriteResult } from '../objects/write-result.ts';

/** Unsaved text. */
interface Draft {
  readonly text: string;
  /** The object that the text is based on; undefined for a new one. */
  readonly base: ApiObject | undefined;
}
/** Text of new objects that was sent. */
interface WrittenText {
  readonly results: readonly WriteResult[];
  /** Undefined until all its objects are stored: until then the draft has the text. */
  readonly text?: string;
}
export interface DraftsState {
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly writtenTexts: Readonly<Record<string, WrittenText>>;
  keep(key: string, draft: Draft): void;
  discard(key: string): void;
  remember(key: string, written: WrittenText): void;
  forget(key: string): void;
}
export type DraftsStore = StoreApi<DraftsState>;

/** Creates the store of unsaved texts, which survive navigation. */
export const createDraftsStore = (): DraftsStore =>
  createStore<DraftsState>()((set) => ({
    drafts: {},
    writtenTexts: {},
    keep: (key, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } })),
    discard: (key) => set(({ drafts }) => ({ drafts: without(drafts, key) })),
    remember: (key, written) => set(({ writtenTexts }) => ({ writtenTexts: { ...writtenTexts, [key]: written } })),
    forget: (key) => set(({ writtenTexts }) => ({ writtenTexts: without(writtenTexts, key) })),
  }));

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const { [key]: _, ...others } = record;
  return others;
}
