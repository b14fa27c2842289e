import type { DaemonSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { Node, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import { scaledValue } from '../int-or-percent.ts';
import { isAvailable } from '../pods/pod-state.ts';
import { targetNode } from './daemon-pods.ts';
import type { NodeFit } from './node-fit.ts';

/** The state from which the steps of a daemon set are decided. */
export interface DaemonState {
  readonly set: DaemonSet;
  /** Of the current revision. */
  readonly hash: string;
  readonly nodes: readonly Node[];
  readonly fitOf: (node: Node) => NodeFit;
  /** The pods of the set by the node on which they run or for which they were created. */
  readonly podsByNode: ReadonlyMap<string, readonly Pod[]>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Groups pods by node. Finished pods that are being deleted no longer count. */
export function groupByNode(pods: readonly Pod[]): ReadonlyMap<string, readonly Pod[]> {
  const groups = new Map<string, Pod[]>();
  for (const pod of pods) {
    const node = targetNode(pod);
    if (node === undefined || (hasEnded(pod) && pod.metadata.deletionTimestamp)) continue;
    const group = groups.get(node);
    if (group) group.push(pod);
    else groups.set(node, [pod]);
  }
  return groups;
}

const textOrder = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts pods on a node first, then older ones. */
export const oldestFirst = (a: Pod, b: Pod): number =>
  Number(!a.spec?.nodeName) - Number(!b.spec?.nodeName) ||
  textOrder(a.metadata.creationTimestamp, b.metadata.creationTimestamp) ||
  textOrder(a.metadata.name, b.metadata.name);

/** Returns the limits of a rolling update for a number of pods. At least one of them is not zero. */
export function rolloutLimits(
  { spec }: DaemonSet,
  desired: number,
): { readonly surge: number; readonly unavailable: number } {
  const { type, rollingUpdate } = spec?.updateStrategy ?? {};
  if (type !== 'RollingUpdate') return { surge: 0, unavailable: 0 };
  const surge = scaledValue(rollingUpdate?.maxSurge ?? 0, desired, 'up');
  const unavailable = scaledValue(rollingUpdate?.maxUnavailable ?? 0, desired, 'up');
  return { surge, unavailable: desired > 0 && surge === 0 && unavailable === 0 ? 1 : unavailable };
}

export const allowsSurge = (set: DaemonSet): boolean => rolloutLimits(set, 1).surge > 0;

export const isPodAvailable = (pod: Pod, { set, now }: DaemonState): boolean =>
  isAvailable(pod, set.spec?.minReadySeconds ?? 0, now);
