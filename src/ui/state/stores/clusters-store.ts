import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type ClusterCommand,
  type ClusterList,
  currentCluster,
  type NamedCluster,
} from '../../../api/named-cluster.ts';
import type { ClustersPort } from '../../platform-port.ts';

export type ClusterDialog = 'create' | 'rename' | 'reset' | 'delete';

export interface ClustersState {
  readonly list: ClusterList;
  /** The cluster of this page with its current name. */
  readonly shown: NamedCluster;
  /** Whether another cluster was opened or this one was reset: the page must reload. */
  readonly isReplaced: boolean;
  /** Address that a replaced page loads. */
  readonly destination: string;
  readonly dialog: ClusterDialog | undefined;
  openDialog(dialog: ClusterDialog | undefined): void;
  /** The pending command and the address to load if it replaces the cluster. */
  readonly requested: { readonly command: ClusterCommand; readonly destination: string } | undefined;
  /** Requests a command, which runs once the user agrees to lose drafts; undefined withdraws it. */
  request(command: ClusterCommand | undefined, destination?: string): void;
  /** Runs a command; `destination` is the address to load if it replaces the cluster. @throws Error for the user */
  run(command: ClusterCommand, destination?: string): Promise<void>;
}
export type ClustersStore = StoreApi<ClustersState>;

/** Creates the store of this browser's clusters, shared by all tabs. */
export function createClustersStore(port: ClustersPort): ClustersStore {
  const loaded = currentCluster(port.loaded);
  const take = (list: ClusterList): Pick<ClustersState, 'list' | 'shown' | 'isReplaced'> => ({
    list,
    shown: list.clusters.find(({ id }) => id === loaded.id) ?? loaded,
    isReplaced: currentCluster(list).database !== loaded.database,
  });
  const store = createStore<ClustersState>()((set) => ({
    ...take(port.loaded),
    destination: '/',
    dialog: undefined,
    openDialog: (dialog) => set({ dialog }),
    requested: undefined,
    request: (command, destination = '/') => set({ requested: command && { command, destination } }),
    run: async (command, destination = '/') => {
      set({ destination });
      set(take(await port.run(command)));
    },
  }));
  port.subscribe((list) => store.setState(take(list)));
  return store;
}
