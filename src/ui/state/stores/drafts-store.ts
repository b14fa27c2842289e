import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiObject } from '../../../api/object.ts';
import type { WriteResult } from '../objects/write-result.ts';

/** A text that differs from what the server has. */
interface Draft {
  readonly text: string;
  /** The object that the text started from; undefined for a new one. */
  readonly base: ApiObject | undefined;
}
/** A text of new objects that was sent. */
interface WrittenText {
  readonly results: readonly WriteResult[];
  /** Undefined while an object of it is not stored: then the draft has the text. */
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

/** Texts that were typed and not saved yet: they stay while one looks at other views. */
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
