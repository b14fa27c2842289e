import type { DialectName } from './dialect.ts';

/** One of the clusters that a browser keeps. Its data belongs to its dialect. */
export interface NamedCluster {
  readonly id: string;
  /** Unique among the clusters of the browser. */
  readonly name: string;
  readonly dialect: DialectName;
  /** The IndexedDB database with its data; a reset cluster gets a new one. */
  readonly database: string;
  /** RFC 3339. */
  readonly created: string;
}

export interface ClusterList {
  readonly clusters: readonly NamedCluster[];
  /** The id of the cluster that answers requests. */
  readonly current: string;
  /** False until the user has chosen a dialect for the first cluster. */
  readonly isDialectChosen: boolean;
}

/** What a page can have done to the clusters of its browser. */
export type ClusterCommand =
  | { readonly type: 'create'; readonly name: string; readonly dialect: DialectName }
  | { readonly type: 'switch'; readonly id: string }
  | { readonly type: 'rename'; readonly id: string; readonly name: string }
  | { readonly type: 'reset'; readonly id: string; readonly dialect?: DialectName }
  | { readonly type: 'delete'; readonly id: string }
  | { readonly type: 'keep-dialect' };

/** A command that cannot be carried out; the message is for the user. */
export class ClusterCommandError extends Error {
  override readonly name = 'ClusterCommandError';
}

/** The current cluster of a list. */
export function currentCluster({ clusters, current }: ClusterList): NamedCluster {
  const found = clusters.find(({ id }) => id === current) ?? clusters[0];
  if (!found) throw new Error('the list of clusters is empty');
  return found;
}

const MAXIMUM_NAME_LENGTH = 63;

/** Returns why a cluster cannot have a name; undefined when it can. `id` is the cluster that is renamed. */
export function clusterNameError(clusters: readonly NamedCluster[], name: string, id?: string): string | undefined {
  const wanted = name.trim();
  if (wanted === '') return 'Enter a name.';
  if (wanted.length > MAXIMUM_NAME_LENGTH) return `Use at most ${MAXIMUM_NAME_LENGTH} characters.`;
  const isTaken = clusters.some((other) => other.id !== id && isSameName(other.name, wanted));
  return isTaken ? `A cluster named “${wanted}” already exists. Choose another name.` : undefined;
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** `name`, or with the first number after it that no cluster uses yet. */
export function freeClusterName(clusters: readonly NamedCluster[], name: string): string {
  const base = name.trim().slice(0, MAXIMUM_NAME_LENGTH - 4) || 'Cluster';
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? base : `${base} ${number}`;
    if (!clusters.some((other) => isSameName(other.name, candidate))) return candidate;
  }
}
