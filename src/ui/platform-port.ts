import type { Clock, Fetch, Random } from '../api/environment.ts';
import type { ClusterCommand, ClusterList, NamedCluster } from '../api/named-cluster.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { OpenMessageStream } from '../client/message-stream.ts';
import type { DataStore } from './state/stores/data-store.ts';
import type { OfflineStore } from './state/stores/offline-store.ts';

/** The clusters of this browser. */
export interface ClustersPort {
  /** The list at page load. */
  readonly loaded: ClusterList;
  /** The cluster that the page shows, as it was at page load. */
  readonly shown: NamedCluster;
  /** The cluster name in the page's address when no cluster of this browser has that name. */
  readonly missing: string | undefined;
  /** Runs a command. @throws Error for the user */
  run(command: ClusterCommand): Promise<ClusterList>;
  /** Calls back after every change in any tab. Returns a function that unsubscribes. */
  subscribe(listener: (list: ClusterList) => void): () => void;
}

/** How far the preparation of a cluster is. */
export interface PreparationProgress {
  /** The current step. */
  readonly text: string;
  /** Completed share of the step, 0 to 1; undefined when unknown. */
  readonly share?: number;
}

/** A state into which a new cluster can be brought. */
export interface PreparedCluster {
  readonly name: string;
  /** One sentence about what the cluster shows. */
  readonly description: string;
  /** Users whose rights the cluster defines. */
  readonly users: readonly { readonly name: string; readonly groups: readonly string[] }[];
  /** Prepares the cluster of a client. Repeating it after an interruption is safe. @throws Error with the server's message */
  prepare(client: ApiClient, onProgress: (progress: PreparationProgress) => void): Promise<void>;
}

/** The services that the hosting page provides to the UI. */
export interface PlatformPort {
  readonly fetch: Fetch;
  /** Base URL of the API without a trailing slash. */
  readonly baseUrl: string;
  /** The administrator's bearer token; other identities impersonate with it. */
  readonly token: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Storage for preferences across visits. */
  readonly settings: Pick<globalThis.Storage, 'getItem' | 'setItem'>;
  /** Storage for the lifetime of the tab. */
  readonly session: Pick<globalThis.Storage, 'getItem' | 'setItem'>;
  /** Undefined when the page is proxied to a cluster elsewhere. */
  readonly clusters?: ClustersPort;
  /** Opens connections to processes in pods; undefined when the page is proxied to a cluster elsewhere. */
  readonly openStream?: OpenMessageStream;
  /** Loads the clusters that can be prepared; undefined when the page is proxied to a cluster elsewhere. */
  readonly preparedClusters?: () => Promise<readonly PreparedCluster[]>;
  /** Manages persistence of the cluster's data; undefined when the data is not in this browser. */
  readonly storage?: Pick<StorageManager, 'persist' | 'persisted'>;
  readonly data: DataStore;
  /** Whether the app opens without a network. */
  readonly offline: OfflineStore;
}
