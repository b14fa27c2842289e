import { aggregatedRules } from '../../api/aggregated-rules.ts';
import type { Dialect } from '../../api/dialect.ts';
import type { Clock } from '../../api/environment.ts';
import type { ClusterRole } from '../../api/kinds/rbac-v1.generated.ts';
import { RBAC_GROUP } from '../../api/kubernetes-names.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { lookUntil } from './look-until.ts';

/** Resolves when aggregated roles such as `edit` have the rules of the roles that they aggregate. */
export async function awaitAggregatedRoles(client: ApiClient, dialect: Dialect, clock: Clock): Promise<void> {
  const address = { group: dialect.rename(RBAC_GROUP), version: 'v1', resource: 'clusterroles' };
  const areComplete = async (): Promise<boolean> => {
    const { items } = await client.list<ClusterRole>(address);
    return items.every((role) => isComplete(role, items));
  };
  await lookUntil(areComplete, () => 'the controller of aggregated roles has not set their rules', clock);
}

function isComplete(role: ClusterRole, roles: readonly ClusterRole[]): boolean {
  const expected = aggregatedRules(role, roles);
  return expected === undefined || isEqualJson(expected, role.rules ?? []);
}
