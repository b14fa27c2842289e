import type { PodDisruptionBudget } from '../../api/kinds/policy-v1.generated.ts';
import type { NodeInfo } from '../cluster/node-info.ts';
import type { PodInfo } from '../cluster/pod-info.ts';
import { finalRejection, type Rejection } from '../framework/plugin.ts';
import type { PodFilters } from '../framework/pod-filters.ts';
import { splitByBudgets } from './budget-violations.ts';

/** A node and the pods that would have to leave it. */
export interface Candidate {
  readonly nodeName: string;
  /** Most important first. */
  readonly victims: readonly PodInfo[];
  readonly budgetViolations: number;
}

const NO_VICTIMS = finalRejection('No preemption victims found for incoming pod');

/** Returns milliseconds since 1970. Pods that have not started yet count as started now. */
export const startTimeOf = ({ pod }: PodInfo, now: number): number =>
  pod.status?.startTime ? Date.parse(pod.status.startTime) : now;

/** Compares pods by importance: higher priority first, then the longer running one. */
export const byImportance =
  (now: number) =>
  (a: PodInfo, b: PodInfo): number =>
    b.priority - a.priority || startTimeOf(a, now) - startTimeOf(b, now);

/**
 * Returns the fewest pods of lower priority that must leave a node so that the pod fits, or why that does not help. As
 * many as possible stay, the most important ones and those with exhausted disruption budgets first.
 */
export function selectVictims(
  { priority }: PodInfo,
  node: NodeInfo,
  filters: PodFilters,
  budgets: readonly PodDisruptionBudget[],
  now: number,
): Candidate | Rejection {
  const forkedNode = node.fork();
  const forked = filters.fork();
  const potential = [...node.pods.values()].filter((info) => info.priority < priority);
  if (potential.length === 0) return NO_VICTIMS;
  for (const info of potential) forked.update(info, forkedNode, -1);
  const rejection = forked.check(forkedNode);
  if (rejection) return rejection;
  const importance = byImportance(now);
  const { violating, others } = splitByBudgets(potential.sort(importance), budgets);
  const mustLeave = (info: PodInfo): boolean => {
    forked.update(info, forkedNode, 1);
    if (!forked.check(forkedNode)) return false;
    forked.update(info, forkedNode, -1);
    return true;
  };
  const violations = violating.filter(mustLeave);
  const victims = [...violations, ...others.filter(mustLeave)].sort(importance);
  return { nodeName: node.name, victims, budgetViolations: violations.length };
}
