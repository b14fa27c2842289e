import type { ClusterRole } from './kinds/rbac-v1.generated.ts';
import { labelSelectorFromObject } from './selectors/label-selector.ts';

/**
 * Returns the rules of an aggregated cluster role: those of every role that its selectors match, sorted by role name,
 * without duplicates. Undefined when the role aggregates nothing.
 */
export function aggregatedRules(
  { metadata, aggregationRule }: ClusterRole,
  roles: readonly ClusterRole[],
): ClusterRole['rules'] | undefined {
  if (!aggregationRule) return undefined;
  const rules = new Map<string, NonNullable<ClusterRole['rules']>[number]>();
  const sorted = [...roles].sort((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1));
  for (const selector of aggregationRule.clusterRoleSelectors ?? []) {
    const matching = labelSelectorFromObject(selector);
    for (const role of sorted) {
      if (role.metadata.name === metadata.name || !matching.matches(role.metadata.labels ?? {})) continue;
      for (const rule of role.rules ?? []) rules.set(JSON.stringify(rule), rule);
    }
  }
  return [...rules.values()];
}
