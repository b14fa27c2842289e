import { createStore, type StoreApi } from 'zustand/vanilla';

interface DataState {
  /** Whether the cluster is in the memory of the page, because the browser blocks storage. */
  readonly isInMemory: boolean;
  /** Whether the browser refused the last write of the cluster for lack of space. */
  readonly isFull: boolean;
}
/** Where the data of the cluster is, and whether it can grow. */
export type DataStore = StoreApi<DataState>;

export const createDataStore = (): DataStore => createStore<DataState>()(() => ({ isInMemory: false, isFull: false }));
