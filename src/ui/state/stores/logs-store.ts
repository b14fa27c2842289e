import { createStore, type StoreApi } from 'zustand/vanilla';

/** The options of a pod's log. */
export interface LogOptions {
  /** Undefined: the default container of the pod. */
  readonly container: string | undefined;
  /** Reads the run before the last restart. */
  readonly previous: boolean;
  readonly follow: boolean;
  readonly timestamps: boolean;
  readonly wrap: boolean;
  /** Number of lines from the end; undefined means all. */
  readonly tail: number | undefined;
  readonly search: string;
}
interface LogsState {
  /** By the UID of the pod. */
  readonly options: Readonly<Record<string, LogOptions>>;
  change(pod: string, options: LogOptions): void;
}
export type LogsStore = StoreApi<LogsState>;

export const DEFAULT_LOG_OPTIONS: LogOptions = {
  container: undefined,
  previous: false,
  follow: true,
  timestamps: false,
  wrap: true,
  tail: 500,
  search: '',
};

/** Creates the store of the log options of each pod, which survive navigation. */
export const createLogsStore = (): LogsStore =>
  createStore<LogsState>()((set) => ({
    options: {},
    change: (pod, changed) => set(({ options }) => ({ options: { ...options, [pod]: changed } })),
  }));
