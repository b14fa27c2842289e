import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ClusterCommand, type ClusterList, clusterOfName, type NamedCluster } from '../../../api/named-cluster.ts';
import type { ClustersPort } from '../../platform-port.ts';

export type ClusterDialog = 'create' | 'save-session' | 'open-session' | 'continue' | 'rename' | 'reset' | 'delete';

/** Receives the new cluster of a command that succeeded, before the page loads it. */
type NewClusterListener = (cluster: NamedCluster) => void;

export interface ClustersState {
  readonly list: ClusterList;
  /** The cluster of this page with its current name. */
  readonly shown: NamedCluster;
  /**
   * Why the page can no longer show its cluster and must reload: `here` after a command of this tab, `reset` or `deleted`
   * after another tab did so, `lost` after the browser's data was deleted. Undefined while it can.
   */
  readonly replacement: 'here' | 'reset' | 'deleted' | 'lost' | undefined;
  /** Address that a replaced page loads. */
  readonly destination: string;
  readonly dialog: ClusterDialog | undefined;
  openDialog(dialog: ClusterDialog | undefined): void;
  /** The pending command and the address to load if it replaces the cluster. */
  readonly requested:
    | {
        readonly command: ClusterCommand;
        readonly destination: string;
        readonly onNewCluster?: NewClusterListener | undefined;
      }
    | undefined;
  /** Requests a command, which runs once the user agrees to lose drafts; undefined withdraws it. */
  request(command: ClusterCommand | undefined, destination?: string, onNewCluster?: NewClusterListener): void;
  /** Runs a command; `destination` is the address to load if it replaces the cluster. @throws Error for the user */
  run(command: ClusterCommand, destination?: string, onNewCluster?: NewClusterListener): Promise<void>;
}
export type ClustersStore = StoreApi<ClustersState>;

/** Creates the store of this browser's clusters. Tabs share the list, and each shows a cluster of its own. */
export function createClustersStore(port: ClustersPort): ClustersStore {
  const { shown: loaded } = port;
  let isOwnCommand = false;
  const take = (list: ClusterList): Pick<ClustersState, 'list' | 'shown' | 'replacement'> => {
    const found = list.clusters.find(({ id }) => id === loaded.id);
    const others = found ? 'reset' : 'deleted';
    const replaced = found?.database === loaded.database ? undefined : isOwnCommand ? 'here' : others;
    const replacement = list.lost?.includes(loaded.database) ? 'lost' : replaced;
    return { list, shown: found ?? loaded, replacement };
  };
  const store = createStore<ClustersState>()((set) => ({
    ...take(port.loaded),
    destination: '/',
    dialog: undefined,
    openDialog: (dialog) => set({ dialog }),
    requested: undefined,
    request: (command, destination = '/', onNewCluster) =>
      set({ requested: command && { command, destination, onNewCluster } }),
    run: async (command, destination = '/', onNewCluster) => {
      set({ destination });
      isOwnCommand = true;
      try {
        const list = await port.run(command);
        const replaced = newClusterOf(command, list);
        if (replaced) onNewCluster?.(replaced);
        const opensOther =
          command.type === 'create' ||
          command.type === 'open' ||
          (command.type === 'switch' && command.id !== loaded.id);
        set({ ...take(list), ...(opensOther ? { replacement: 'here' } : {}) });
      } finally {
        isOwnCommand = false;
      }
    },
  }));
  port.subscribe((list) => {
    // A page that is about to load another cluster ignores changes of this one. The change of an own reset is taken when
    // the command has returned, so that the page does not reload before its listener has run.
    const isOwnReset = isOwnCommand && take(list).replacement === 'here';
    if (store.getState().replacement !== 'here' && !isOwnReset) store.setState(take(list));
  });
  return store;
}

/** Returns the cluster that a command created or reset. */
const newClusterOf = (command: ClusterCommand, list: ClusterList): NamedCluster | undefined =>
  command.type === 'create'
    ? clusterOfName(list, command.name.trim())
    : command.type === 'reset'
      ? list.clusters.find(({ id }) => id === command.id)
      : undefined;
