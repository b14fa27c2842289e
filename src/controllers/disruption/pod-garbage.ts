import { kubernetesName } from '../../api/dialect.ts';
import type { Node, Pod, PodCondition } from '../../api/kinds/core-v1.generated.ts';

/** The taint of nodes that are out of service. */
export const OUT_OF_SERVICE = kubernetesName('node.kubernetes.io/out-of-service');

/** Milliseconds for which a node must be missing before its pods are orphaned. */
const QUARANTINE = 40_000;
/** Milliseconds. The real controller polls every 20 seconds, so it waits half of that on average. */
const PERIOD = 10_000;

export interface GarbageInput {
  readonly pod: Pod;
  /** The node of the pod, if it exists. */
  readonly node: Node | undefined;
  /** Since when the pod has been in its state, in milliseconds since 1970. */
  readonly since: number;
  /** The key of the taint of nodes that are out of service. */
  readonly outOfService: string;
}

/** When a pod is deleted, and the condition that is set first. */
export interface Garbage {
  readonly at: number;
  readonly condition?: Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>;
}

const NODE_IS_GONE = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'DeletionByPodGC',
  message: 'PodGC: node no longer exists',
};

/** Decides whether a pod is garbage. Undefined when another component will end it. */
export function garbageOf({ pod, node, since, outOfService }: GarbageInput): Garbage | undefined {
  const isTerminating = pod.metadata.deletionTimestamp !== undefined;
  if (!pod.spec?.nodeName) return isTerminating ? { at: since + PERIOD } : undefined;
  if (!node) return { at: since + QUARANTINE, condition: NODE_IS_GONE };
  return isTerminating && isOutOfService(node, outOfService) ? { at: since + PERIOD } : undefined;
}

/** Reports whether a node is not ready and has the taint of nodes that are out of service. */
export function isOutOfService({ spec, status }: Node, taint: string): boolean {
  const isReady = status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True');
  return !isReady && (spec?.taints ?? []).some(({ key }) => key === taint);
}

/** Returns the finished pods that exceed a number: evicted ones first, then the oldest. */
export function surplusTerminated(pods: readonly Pod[], threshold: number): Pod[] {
  if (pods.length <= threshold) return [];
  const isEvicted = ({ status }: Pod): boolean => status?.reason === 'Evicted';
  const created = ({ metadata }: Pod): string => metadata.creationTimestamp ?? '';
  return [...pods]
    .sort(
      (a, b) =>
        Number(isEvicted(b)) - Number(isEvicted(a)) ||
        created(a).localeCompare(created(b)) ||
        (a.metadata.name ?? '').localeCompare(b.metadata.name ?? ''),
    )
    .slice(0, pods.length - threshold);
}
