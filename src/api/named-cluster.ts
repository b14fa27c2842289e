import type { DialectName } from './dialect.ts';

/** One of the clusters stored in a browser. Its data uses the names of its dialect. */
export interface NamedCluster {
  readonly id: string;
  /** Unique among the clusters of the browser. */
  readonly name: string;
  readonly dialect: DialectName;
  /** Name of its IndexedDB database; resetting the cluster replaces it. */
  readonly database: string;
  /** RFC 3339. */
  readonly created: string;
  /** Whether it came from a link that the user has not accepted: its code does not run, and its calls do not leave the browser. */
  readonly awaitsConsent?: boolean;
  /** The last revision of the saved session that it plays, read-only; undefined for clusters that run. */
  readonly playsUntil?: number;
}

export interface ClusterList {
  readonly clusters: readonly NamedCluster[];
  /** The id of the last chosen cluster, which new tabs show. */
  readonly current: string;
  /** False until the user has chosen a dialect for the first cluster. */
  readonly isDialectChosen: boolean;
  /** Databases that were deleted from outside while they were open, by the browser or in its developer tools. */
  readonly lost?: readonly string[];
  /** Whether there was no list before: open pages have clusters that were deleted from outside. */
  readonly isNew?: boolean;
}

/** A change to the browser's clusters, requested by a page. */
export type ClusterCommand =
  | {
      readonly type: 'create';
      readonly name: string;
      readonly dialect: DialectName;
      readonly awaitsConsent?: boolean;
      readonly playsUntil?: number;
    }
  /** Creates a cluster that plays a session. */
  | {
      readonly type: 'open';
      readonly name: string;
      /** The text of the file. */
      readonly session: string;
    }
  /** Lets a cluster that plays a session run from its end on. */
  | { readonly type: 'continue'; readonly id: string }
  | { readonly type: 'accept'; readonly id: string }
  | { readonly type: 'switch'; readonly id: string }
  | { readonly type: 'rename'; readonly id: string; readonly name: string }
  | {
      readonly type: 'reset';
      readonly id: string;
      readonly dialect?: DialectName;
      /** Whether the cluster is filled with data from a link again. */
      readonly awaitsConsent?: boolean;
    }
  | { readonly type: 'delete'; readonly id: string }
  | { readonly type: 'keep-dialect' };

/** The cluster that a tab wants: the name in its address, and the id of the cluster that it showed before. */
export interface WantedCluster {
  readonly name?: string | undefined;
  readonly id?: string | undefined;
}

/** Registers the cluster of a page. Each page sends it once, when it has loaded. */
export interface ShowCommand extends WantedCluster {
  readonly type: 'show';
}

/** A command that failed; the message is shown to the user. */
export class ClusterCommandError extends Error {
  override readonly name = 'ClusterCommandError';
}

export function currentCluster({ clusters, current }: ClusterList): NamedCluster {
  const found = clusters.find(({ id }) => id === current) ?? clusters[0];
  if (!found) throw new Error('the list of clusters is empty');
  return found;
}

export const clusterOfName = ({ clusters }: Pick<ClusterList, 'clusters'>, name = ''): NamedCluster | undefined =>
  clusters.find((cluster) => isSameName(cluster.name, name));

/** Returns the cluster that a tab shows: the wanted one, or the last chosen one. */
export const clusterOfTab = (list: ClusterList, { name, id }: WantedCluster): NamedCluster =>
  clusterOfName(list, name) ?? list.clusters.find((cluster) => cluster.id === id) ?? currentCluster(list);

const MAXIMUM_NAME_LENGTH = 63;

/** Returns why a cluster cannot have this name; undefined when it can. `id` is the cluster to rename. */
export function clusterNameError(clusters: readonly NamedCluster[], name: string, id?: string): string | undefined {
  const wanted = name.trim();
  if (wanted === '') return 'Enter a name.';
  if (wanted.length > MAXIMUM_NAME_LENGTH) return `Use at most ${MAXIMUM_NAME_LENGTH} characters.`;
  const isTaken = clusters.some((other) => other.id !== id && isSameName(other.name, wanted));
  return isTaken ? `A cluster named “${wanted}” already exists. Choose another name.` : undefined;
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Returns `name`, followed by a number if the name is taken. */
export function freeClusterName(clusters: readonly NamedCluster[], name: string): string {
  const base = name.trim().slice(0, MAXIMUM_NAME_LENGTH - 4) || 'Cluster';
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? base : `${base} ${number}`;
    if (!clusters.some((other) => isSameName(other.name, candidate))) return candidate;
  }
}
