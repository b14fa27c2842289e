import { timeText } from '../../api/environment.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { Condition, LabelSelector } from '../../api/kinds/meta-v1.generated.ts';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '../../api/kinds/policy-v1.generated.ts';
import { isDeepEqual } from '../workloads/deep-equal.ts';
import { scaledValue } from '../workloads/int-or-percent.ts';
import { isReady } from '../workloads/pods/pod-state.ts';

/** Milliseconds after which an evicted pod must be deleted. */
const DELETION_TIMEOUT = 2 * 60_000;

/** Reports whether the number of pods that a budget expects is the replicas of their controllers. */
export const dependsOnScale = ({ spec }: PodDisruptionBudget): boolean =>
  spec?.maxUnavailable !== undefined || typeof spec?.minAvailable === 'string';

/** Returns how many of the expected pods must be healthy. */
export function desiredHealthy({ spec }: PodDisruptionBudget, expected: number): number {
  if (spec?.maxUnavailable !== undefined) {
    return Math.max(0, expected - scaledValue(spec.maxUnavailable, expected, 'up'));
  }
  return spec?.minAvailable === undefined ? 0 : scaledValue(spec.minAvailable, expected, 'up');
}

/** Evicted pods that still exist. */
export interface Disrupted {
  /** The time of the eviction by pod name. */
  readonly pods: Readonly<Record<string, string>>;
  /** Pods that should have been deleted. */
  readonly overdue: readonly Pod[];
  /** When the next of them should be deleted, in milliseconds since 1970. */
  readonly recheckAt: number | undefined;
}

/** Returns the evictions of a budget whose pods still exist. */
export function disruptedPods({ status }: PodDisruptionBudget, pods: readonly Pod[], now: number): Disrupted {
  const held: Record<string, string> = {};
  const overdue: Pod[] = [];
  const deadlines: number[] = [];
  for (const pod of pods) {
    const { name = '', deletionTimestamp } = pod.metadata;
    const evicted = status?.disruptedPods?.[name];
    if (deletionTimestamp || evicted === undefined) continue;
    const deadline = Date.parse(evicted) + DELETION_TIMEOUT;
    if (deadline < now) {
      overdue.push(pod);
      continue;
    }
    held[name] = evicted;
    deadlines.push(deadline);
  }
  return { pods: held, overdue, recheckAt: deadlines.length > 0 ? Math.min(...deadlines) : undefined };
}

/** Returns the number of ready pods that are not being disrupted or deleted. */
export const healthyPods = (pods: readonly Pod[], disrupted: Readonly<Record<string, string>>): number =>
  pods.filter(
    (pod) => !pod.metadata.deletionTimestamp && !Object.hasOwn(disrupted, pod.metadata.name ?? '') && isReady(pod),
  ).length;

export interface BudgetCounts {
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  readonly disruptedPods: Readonly<Record<string, string>>;
}

/** Returns the status of a budget; undefined when it is unchanged. */
export function budgetStatus(
  { metadata, status }: PodDisruptionBudget,
  counts: BudgetCounts,
  now: number,
): PodDisruptionBudgetStatus | undefined {
  const spare = counts.currentHealthy - counts.desiredHealthy;
  // A budget without pods allows no disruptions, so that its first pods are protected before they are counted.
  const disruptionsAllowed = counts.expectedPods > 0 && spare > 0 ? spare : 0;
  const { disruptedPods: disrupted, ...numbers } = counts;
  const next = {
    ...numbers,
    ...(Object.keys(disrupted).length > 0 ? { disruptedPods: disrupted } : {}),
    disruptionsAllowed,
    observedGeneration: metadata.generation,
    conditions: withCondition(status?.conditions ?? [], {
      type: 'DisruptionAllowed',
      status: disruptionsAllowed > 0 ? 'True' : 'False',
      reason: disruptionsAllowed > 0 ? 'SufficientPods' : 'InsufficientPods',
      message: '',
      observedGeneration: metadata.generation,
      lastTransitionTime: timeText(now),
    }),
  };
  return isUpToDate(status, next) ? undefined : next;
}

/** Of the condition, only the status is compared: after a failure, its reason stays while no disruption is allowed. */
function isUpToDate(status: PodDisruptionBudgetStatus | undefined, next: PodDisruptionBudgetStatus): boolean {
  const { conditions, ...counts } = status ?? {};
  const { conditions: wanted, ...others } = next;
  const stateOf = (held: readonly Condition[] | undefined) =>
    held?.find(({ type }) => type === 'DisruptionAllowed')?.status;
  return isDeepEqual(counts, others) && stateOf(conditions) === stateOf(wanted);
}

/** Returns the status of a budget that cannot be computed: it allows no disruptions. */
export function failedStatus({ status }: PodDisruptionBudget, message: string, now: number): PodDisruptionBudgetStatus {
  return {
    currentHealthy: 0,
    desiredHealthy: 0,
    expectedPods: 0,
    ...status,
    disruptionsAllowed: 0,
    conditions: withCondition(status?.conditions ?? [], {
      type: 'DisruptionAllowed',
      status: 'False',
      reason: 'SyncFailed',
      message,
      observedGeneration: status?.observedGeneration,
      lastTransitionTime: timeText(now),
    }),
  };
}

/** Sets a condition. Its time is that of the last change of its status. */
function withCondition(conditions: readonly Condition[], condition: Condition): Condition[] {
  const index = conditions.findIndex(({ type }) => type === condition.type);
  const held = conditions[index];
  if (!held) return [...conditions, condition];
  const { lastTransitionTime } = held.status === condition.status ? held : condition;
  return conditions.with(index, { ...condition, lastTransitionTime });
}

/** Returns a selector in the format in which Go prints it. */
export function selectorGoText(selector: LabelSelector | undefined): string {
  if (!selector) return 'nil';
  const labels = Object.entries(selector.matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const pairs = labels.map(([key, value]) => `${key}: ${value},`).join('');
  const expressions = (selector.matchExpressions ?? [])
    .map(({ key, operator, values }) => {
      const list = `[${(values ?? []).join(' ')}]`;
      return `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:${list},},`;
    })
    .join('');
  return `&LabelSelector{MatchLabels:map[string]string{${pairs}},MatchExpressions:[]LabelSelectorRequirement{${expressions}},}`;
}
