import type { Clock, Fetch, Random } from '../api/environment.ts';
import type { ClusterCommand, ClusterList } from '../api/named-cluster.ts';
import type { OfflineStore } from './state/stores/offline-store.ts';

/** The clusters of this browser. */
export interface ClustersPort {
  /** The list when the page was loaded: the page shows its current cluster. */
  readonly loaded: ClusterList;
  /** Carries out a command. @throws Error for the user */
  run(command: ClusterCommand): Promise<ClusterList>;
  /** Calls back after every change, in whichever tab it was made. Returns how to stop that. */
  subscribe(listener: (list: ClusterList) => void): () => void;
}

/** What the UI takes from the page that hosts it. */
export interface PlatformPort {
  readonly fetch: Fetch;
  /** Where the API begins, without a trailing slash. */
  readonly baseUrl: string;
  /** The bearer token of the person at the keyboard; other identities impersonate on top of it. */
  readonly token: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Keeps preferences between visits. */
  readonly settings: Pick<globalThis.Storage, 'getItem' | 'setItem'>;
  /** Keeps what lasts as long as the tab. */
  readonly session: Pick<globalThis.Storage, 'getItem' | 'setItem'>;
  /** Undefined when the page is proxied to a cluster elsewhere. */
  readonly clusters?: ClustersPort;
  /** What keeps the cluster's data; absent when that is not in this browser. */
  readonly storage?: Pick<StorageManager, 'persist' | 'persisted'>;
  /** Whether the app opens without a network. */
  readonly offline: OfflineStore;
}
