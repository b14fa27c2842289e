import type { Node, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import { HostPorts, hostPortsOf } from '../../../api/scheduling/host-ports.ts';
import { matchesNodeAffinity } from '../../../api/scheduling/node-affinity.ts';
import { podRequests } from '../../../api/scheduling/pod-requests.ts';
import { addAmounts, type ResourceAmounts, resourceAmounts } from '../../../api/scheduling/resource-amounts.ts';
import { isTolerated } from '../../../api/scheduling/tolerations.ts';
import { conditionOf } from '../../../client/objects/condition-of.ts';
import { allocatableOf } from '../../nodes/node-status.ts';
import type { Rejection } from '../transition.ts';
import { forbiddenSysctl } from './sysctls.ts';

const predicate = (name: string, description: string): Rejection => ({
  reason: name,
  message: `Predicate ${name} failed: ${description}`,
});

/** The checks of a pod against its node and the node's other pods, in the kubelet's order. */
const NODE_CHECKS: readonly ((pod: Pod, node: Node, others: readonly Pod[]) => Rejection | undefined)[] = [
  lackingResource,
  (pod, node) =>
    matchesNodeAffinity(pod, node)
      ? undefined
      : predicate('NodeAffinity', "node(s) didn't match Pod's node affinity/selector"),
  (pod, _, others) =>
    hasPortConflict(pod, others)
      ? predicate('NodePorts', "node(s) didn't have free ports for the requested pod ports")
      : undefined,
  ({ spec }, node) =>
    (node.spec?.taints ?? []).some((taint) => taint.effect === 'NoExecute' && !isTolerated(taint, spec?.tolerations))
      ? predicate('TaintToleration', "node(s) had taints that the pod didn't tolerate")
      : undefined,
];

/** Returns why a node rejects a pod; undefined when it admits it. @param podsOnNode with or without the pod */
export function rejectionOf(pod: Pod, node: Node, podsOnNode: () => readonly Pod[]): Rejection | undefined {
  const sysctl = forbiddenSysctl(pod);
  if (sysctl !== undefined) return { reason: 'SysctlForbidden', message: `forbidden sysctl: ${sysctl}` };
  if ((pod.spec?.os?.name ?? 'linux') !== 'linux')
    return { reason: 'PodOSNotSupported', message: "Failed to admit pod as the OS field doesn't match node OS" };
  // The scheduler has already checked the rest for the pods that it placed.
  if (conditionOf(pod.status?.conditions, 'PodScheduled')) return undefined;
  const others = podsOnNode().filter((other) => isActive(other) && other.metadata.uid !== pod.metadata.uid);
  for (const check of NODE_CHECKS) {
    const rejection = check(pod, node, others);
    if (rejection) return rejection;
  }
  return undefined;
}

/** Reports whether a pod was admitted, or will be, and has not ended. */
const isActive = (pod: Pod): boolean =>
  !hasEnded(pod) &&
  (pod.status?.startTime !== undefined || conditionOf(pod.status?.conditions, 'PodScheduled') !== undefined);

/** Resources that every node has. Other resources are not checked on a node that does not list them. */
const NATIVE = ['cpu', 'memory', 'ephemeral-storage'];

function lackingResource(pod: Pod, node: Node, others: readonly Pod[]): Rejection | undefined {
  const allocatable = resourceAmounts(allocatableOf(node));
  const count = others.length;
  if (count + 1 > (allocatable.pods ?? 0)) return outOf('pods', 1, count, allocatable.pods ?? 0);
  const requests = podRequests(pod);
  const used: ResourceAmounts = {};
  for (const other of others) addAmounts(used, podRequests(other));
  for (const name of new Set([...NATIVE, ...Object.keys(requests)])) {
    const [requested, taken, capacity] = [requests[name] ?? 0, used[name] ?? 0, allocatable[name]];
    if (capacity === undefined && !NATIVE.includes(name)) continue;
    if (requested > 0 && requested > (capacity ?? 0) - taken) return outOf(name, requested, taken, capacity ?? 0);
  }
  return undefined;
}

const outOf = (name: string, requested: number, used: number, capacity: number): Rejection => ({
  reason: `OutOf${name}`,
  message: `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used}, capacity: ${capacity}`,
});

function hasPortConflict(pod: Pod, others: readonly Pod[]): boolean {
  const wanted = hostPortsOf(pod);
  if (wanted.length === 0) return false;
  const ports = new HostPorts();
  for (const other of others) ports.add(hostPortsOf(other));
  return ports.conflictsWith(wanted);
}
