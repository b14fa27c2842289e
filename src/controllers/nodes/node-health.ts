import { timeText } from '../../api/environment.ts';
import type { Lease } from '../../api/kinds/coordination-v1.generated.ts';
import type { Node, NodeCondition } from '../../api/kinds/core-v1.generated.ts';
import { conditionOf } from '../../client/objects/condition-of.ts';
import { type ControllerFlags, DEFAULT_CONTROLLER_FLAGS } from '../flags/controller-flags.ts';

const CONDITION_TYPES = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

type GracePeriods = Pick<ControllerFlags, 'node-monitor-grace-period' | 'node-startup-grace-period'>;

/** The known heartbeats of a node. */
export interface NodeHealth {
  /** The condition Ready when it was last seen. */
  readonly ready: NodeCondition | undefined;
  readonly renewTime: string | undefined;
  /** When the last heartbeat was observed, in milliseconds. */
  readonly probedAt: number;
}

export const readyConditionOf = ({ status }: Node): NodeCondition | undefined =>
  conditionOf(status?.conditions, 'Ready');

/**
 * Returns the health of a node after another observation. Heartbeats count from when they are observed, because the
 * clocks of nodes differ: a new time of the condition Ready, or a later one of the lease.
 */
export function observe(node: Node, lease: Lease | undefined, last: NodeHealth | undefined, now: number): NodeHealth {
  const ready = readyConditionOf(node);
  const renewTime = lease?.spec?.renewTime ?? last?.renewTime;
  const isRenewed = renewTime !== undefined && (last?.renewTime === undefined || last.renewTime < renewTime);
  const isProbed = isRenewed || isHeartbeat(ready, last);
  return { ready, renewTime, probedAt: isProbed ? now : (last?.probedAt ?? createdAt(node)) };
}

function isHeartbeat(ready: NodeCondition | undefined, last: NodeHealth | undefined): boolean {
  if (!last) return ready !== undefined;
  if (!last.ready || !ready) return last.ready !== ready;
  return last.ready.lastHeartbeatTime !== ready.lastHeartbeatTime;
}

const createdAt = ({ metadata }: Node): number => Date.parse(metadata.creationTimestamp ?? '');

/** Returns the conditions of a node that has been silent for too long; undefined if it has not or they are set. */
export function unknownConditions(
  node: Node,
  { probedAt }: NodeHealth,
  now: number,
  flags: GracePeriods = DEFAULT_CONTROLLER_FLAGS,
): NodeCondition[] | undefined {
  const period = flags[readyConditionOf(node) ? 'node-monitor-grace-period' : 'node-startup-grace-period'];
  if (now <= probedAt + period) return undefined;
  const conditions = node.status?.conditions ?? [];
  if (readyConditionOf(node)?.status === 'Unknown') return undefined;
  const lastTransitionTime = timeText(now);
  const stopped = conditions.map((condition) =>
    CONDITION_TYPES.includes(condition.type) && condition.status !== 'Unknown'
      ? {
          ...condition,
          status: 'Unknown',
          reason: 'NodeStatusUnknown',
          message: 'Kubelet stopped posting node status.',
          lastTransitionTime,
        }
      : condition,
  );
  const missing = CONDITION_TYPES.filter((wanted) => !conditions.some(({ type }) => type === wanted));
  const never = missing.map((type) => ({
    type,
    status: 'Unknown',
    lastHeartbeatTime: node.metadata.creationTimestamp,
    lastTransitionTime,
    reason: 'NodeStatusNeverUpdated',
    message: 'Kubelet never posted node status.',
  }));
  return [...stopped, ...never];
}
