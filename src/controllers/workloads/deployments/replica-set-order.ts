import type { ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import { replicasOf } from './deployment-sizes.ts';

type Order = (a: ReplicaSet, b: ReplicaSet) => number;

const textOrder = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares by creation time, then by name. */
export const oldestFirst: Order = ({ metadata: a }, { metadata: b }) =>
  textOrder(a.creationTimestamp, b.creationTimestamp) || textOrder(a.name, b.name);

export const newestFirst: Order = (a, b) => oldestFirst(b, a);

/** Compares by size, largest first, then newer first. */
export const largestThenNewest: Order = (a, b) => replicasOf(b) - replicasOf(a) || newestFirst(a, b);

/** Compares by size, largest first, then older first. */
export const largestThenOldest: Order = (a, b) => replicasOf(b) - replicasOf(a) || oldestFirst(a, b);
