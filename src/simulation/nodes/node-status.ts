import { timeText } from '../../api/environment.ts';
import type { Node, NodeCondition, NodeStatus } from '../../api/kinds/core-v1.generated.ts';
import { conditionOf } from '../../client/objects/condition-of.ts';
import { hostAddressOf } from './simulated-nodes.ts';

const CAPACITY = { cpu: '32', memory: '256Gi', 'ephemeral-storage': '1Ti', pods: '110' };

/** The conditions that a healthy kubelet reports. */
const HEALTHY: readonly (readonly [type: string, status: string, reason: string, message: string])[] = [
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
];

/** Returns the current conditions of a healthy node. */
export function healthyConditions({ status }: Node, now: number): NodeCondition[] {
  const time = timeText(now);
  return HEALTHY.map(([type, value, reason, message]) => {
    const known = conditionOf(status?.conditions, type);
    const since = known?.status === value ? known.lastTransitionTime : time;
    return { type, status: value, reason, message, lastHeartbeatTime: time, lastTransitionTime: since };
  });
}

/** Returns the allocatable resources of a node, which a kubelet knows before it has written them. */
export const allocatableOf = ({ status }: Node): Readonly<Record<string, string | number>> =>
  status?.allocatable ?? status?.capacity ?? CAPACITY;

/** Returns the status with which a node registers. Fields that its creator has set stay. */
export function registrationStatus(node: Node, now: number): NodeStatus {
  const { name = '' } = node.metadata;
  return {
    capacity: node.status?.capacity ?? CAPACITY,
    allocatable: allocatableOf(node),
    conditions: healthyConditions(node, now),
    addresses: [
      { type: 'InternalIP', address: hostAddressOf(name) },
      { type: 'Hostname', address: name },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: {
      machineID: node.metadata.uid ?? '',
      systemUUID: node.metadata.uid ?? '',
      bootID: node.metadata.uid ?? '',
      kernelVersion: '6.1.0-simulated',
      osImage: 'Tabplane simulated node',
      containerRuntimeVersion: 'containerd://1.7.1',
      kubeletVersion: 'v1.28.3',
      kubeProxyVersion: 'v1.28.3',
      operatingSystem: 'linux',
      architecture: 'amd64',
    },
  };
}
