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
  /** The cluster that this page shows, under its present name. */
  readonly shown: NamedCluster;
  /** Whether another cluster is open now, or this one was reset: the page must be loaded anew. */
  readonly isReplaced: boolean;
  /** Where a replaced page goes. */
  readonly destination: string;
  readonly dialog: ClusterDialog | undefined;
  openDialog(dialog: ClusterDialog | undefined): void;
  /** The command that waits to be carried out, with where the page goes if it replaces the cluster. */
  readonly requested: { readonly command: ClusterCommand; readonly destination: string } | undefined;
  /** Has a command carried out once the user has agreed to lose drafts; undefined withdraws it. */
  request(command: ClusterCommand | undefined, destination?: string): void;
  /** Carries out a command; `destination` is where the page goes if it replaces the cluster. @throws Error for the user */
  run(command: ClusterCommand, destination?: string): Promise<void>;
}
export type ClustersStore = StoreApi<ClustersState>;

/** The clusters of this browser as all of its tabs see them. */
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
