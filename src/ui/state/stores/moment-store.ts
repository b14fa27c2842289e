import { createStore, type StoreApi } from 'zustand/vanilla';
import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import type { Moment, MomentList } from '../../../api/debug/moments.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { stepsOf } from '../time/moments.ts';

interface MomentState {
  /** The revision at which the app shows the cluster; undefined for now. */
  readonly at: number | undefined;
  /** The changes that can be stepped through, oldest first. Undefined before they are read. */
  readonly steps: readonly Moment[] | undefined;
  /** The oldest revision that can be shown, as last read. */
  readonly oldest: number;
  /** The newest revision of the cluster, as last read. */
  readonly newest: number;
  /** Why the changes could not be read. */
  readonly error: unknown;
  show(at: number | undefined): void;
  /** Reads the retained history. Never rejects. */
  load(): Promise<void>;
}
export type MomentStore = StoreApi<MomentState>;

/** @param client sends requests to the cluster as it is now */
export const createMomentStore = (client: ApiClient): MomentStore =>
  createStore<MomentState>()((set) => ({
    at: undefined,
    steps: undefined,
    oldest: 0,
    newest: Number.POSITIVE_INFINITY,
    error: undefined,
    show: (at) => set({ at }),
    async load() {
      try {
        const response = await client.request(`/apis/${DEBUG_API_VERSION}/moments`);
        const { items, oldest, newest } = (await response.json()) as MomentList;
        set({ steps: stepsOf(items), oldest: Number(oldest), newest: Number(newest), error: undefined });
      } catch (error) {
        set({ error });
      }
    },
  }));
