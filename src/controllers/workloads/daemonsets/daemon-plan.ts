import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import { revisionOf } from '../history/controller-revisions.ts';
import { isReady } from '../pods/pod-state.ts';
import { allowsSurge, type DaemonState, isPodAvailable, oldestFirst } from './daemon-state.ts';

/** Nodes that need a pod, and pods to delete. */
export interface DaemonPlan {
  readonly creations: readonly string[];
  readonly deletions: readonly Pod[];
  /** The finished pods among `deletions`, which are reported. */
  readonly finished: readonly Pod[];
}

const isDeleted = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;

/**
 * Decides which nodes lack a pod and which pods to delete. `mustWait` identifies failed pods on nodes with too many
 * recent failures.
 */
export function planDaemons(state: DaemonState, mustWait: (failed: Pod) => boolean): DaemonPlan {
  const { nodes, podsByNode, fitOf } = state;
  const plans = nodes.map((node) => {
    const name = node.metadata.name ?? '';
    const pods = podsByNode.get(name) ?? [];
    const { shouldRun, mayStay } = fitOf(node);
    if (shouldRun && pods.length === 0) return { creations: [name], deletions: [], finished: [] };
    if (!mayStay) return { creations: [], deletions: pods.filter((pod) => !isDeleted(pod)), finished: [] };
    const present = pods.filter((pod) => !isDeleted(pod));
    const finished = present.filter((pod) => hasEnded(pod) && !(pod.status?.phase === 'Failed' && mustWait(pod)));
    const running = present.filter((pod) => !hasEnded(pod)).sort(oldestFirst);
    const creations = allowsSurge(state.set) && running.length === 0 && shouldRun ? [name] : [];
    return { creations, deletions: [...finished, ...surplus(running, state)], finished };
  });
  return {
    creations: plans.flatMap(({ creations }) => creations),
    deletions: [...plans.flatMap(({ deletions }) => deletions), ...stranded(state)],
    finished: plans.flatMap(({ finished }) => finished),
  };
}

/** Returns the pods of a node beyond the oldest one. During a surge, an old and a new pod may run side by side. */
function surplus(running: readonly Pod[], state: DaemonState): Pod[] {
  if (running.length <= 1) return [];
  if (!allowsSurge(state.set)) return running.slice(1);
  const isNew = (pod: Pod): boolean => revisionOf(pod) === state.hash;
  const newPod = running.find(isNew);
  const oldPod = running.find((pod) => !isNew(pod));
  const others = running.filter((pod) => pod !== newPod && pod !== oldPod);
  const isReplaced = newPod && oldPod && (!isReady(oldPod) || isPodAvailable(newPod, state));
  return isReplaced ? [...others, oldPod] : others;
}

/** Returns pods that wait for missing nodes, because no other component deletes them. */
function stranded({ nodes, podsByNode }: DaemonState): Pod[] {
  const known = new Set(nodes.map(({ metadata }) => metadata.name));
  return [...podsByNode].flatMap(([node, pods]) => (known.has(node) ? [] : pods.filter(({ spec }) => !spec?.nodeName)));
}
