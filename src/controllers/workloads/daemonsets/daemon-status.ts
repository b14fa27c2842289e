import type { DaemonSet, DaemonSetStatus } from '../../../api/kinds/apps-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { isReady } from '../pods/pod-state.ts';
import { isUpdated } from './daemon-pods.ts';
import { type DaemonState, isPodAvailable, oldestFirst } from './daemon-state.ts';

/** Returns the counts of a daemon set. Only the oldest pod of a node counts. */
export function daemonCounts(state: DaemonState) {
  const { set, hash, nodes, fitOf, podsByNode } = state;
  const firstPod = (node: string): Pod | undefined => podsByNode.get(node)?.toSorted(oldestFirst)[0];
  const fits = nodes.map((node) => ({ ...fitOf(node), pod: firstPod(node.metadata.name ?? '') }));
  const wanted = fits.filter(({ shouldRun }) => shouldRun);
  const scheduled = wanted.flatMap(({ pod }) => pod ?? []);
  const available = scheduled.filter((pod) => isPodAvailable(pod, state)).length;
  return {
    currentNumberScheduled: scheduled.length,
    numberMisscheduled: fits.filter(({ shouldRun, pod }) => !shouldRun && pod).length,
    desiredNumberScheduled: wanted.length,
    numberReady: scheduled.filter(isReady).length,
    updatedNumberScheduled: scheduled.filter((pod) => isUpdated(pod, set, hash)).length || undefined,
    numberAvailable: available || undefined,
    numberUnavailable: wanted.length - available || undefined,
  };
}

/** Returns the status to store; undefined when unchanged. A generation is observed only after it was acted on. */
export function nextDaemonStatus(
  { metadata, status }: DaemonSet,
  counts: ReturnType<typeof daemonCounts>,
  isObserved: boolean,
): DaemonSetStatus | undefined {
  const names = Object.keys(counts) as (keyof typeof counts)[];
  const isEqual = status && names.every((name) => (status[name] ?? 0) === (counts[name] ?? 0));
  const isCurrent = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
  if (isEqual && (isCurrent || !isObserved)) return undefined;
  return {
    ...status,
    ...counts,
    observedGeneration: isObserved ? metadata.generation : status?.observedGeneration,
  };
}
