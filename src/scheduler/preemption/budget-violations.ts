import type { PodDisruptionBudget } from '../../api/kinds/policy-v1.generated.ts';
import { labelSelectorFromObject } from '../../api/selectors/label-selector.ts';
import type { PodInfo } from '../cluster/pod-info.ts';

export interface VictimsByBudget {
  readonly violating: readonly PodInfo[];
  readonly others: readonly PodInfo[];
}

/** Separates pods whose removal, in addition to that of the pods before them, would violate a disruption budget. */
export function splitByBudgets(pods: readonly PodInfo[], budgets: readonly PodDisruptionBudget[]): VictimsByBudget {
  const remaining = budgets.map((budget) => ({
    budget,
    selector: labelSelectorFromObject(budget.spec?.selector),
    allowed: budget.status?.disruptionsAllowed ?? 0,
  }));
  const violating: PodInfo[] = [];
  const others: PodInfo[] = [];
  for (const info of pods) {
    const { namespace, name = '', labels = {} } = info.pod.metadata;
    let isViolation = false;
    for (const entry of remaining) {
      const { budget, selector } = entry;
      if (Object.keys(labels).length === 0 || budget.metadata.namespace !== namespace) continue;
      if (selector.isEmpty || !selector.matches(labels)) continue;
      // The budget already counts the disruption of this pod.
      if (budget.status?.disruptedPods?.[name] !== undefined) continue;
      entry.allowed -= 1;
      if (entry.allowed < 0) isViolation = true;
    }
    (isViolation ? violating : others).push(info);
  }
  return { violating, others };
}
