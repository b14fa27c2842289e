import { aggregatedRules } from '../../api/aggregated-rules.ts';
import type { ClusterRole } from '../../api/kinds/rbac-v1.generated.ts';
import { RBAC_GROUP } from '../../api/kubernetes-names.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import { objectKey } from '../../client/object-key.ts';
import type { Controller } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';

/**
 * Maintains the rules of aggregated cluster roles: the distinct rules of all roles that their selectors match, in name
 * order.
 */
export const clusterRoleAggregationController: Controller = {
  name: 'clusterrole-aggregation-controller',
  alias: 'clusterrole-aggregation',
  serviceAccount: 'clusterrole-aggregation-controller',
  run(context) {
    const { informers, dialect, signal } = context;
    const address = { group: dialect.rename(RBAC_GROUP), version: 'v1', resource: 'clusterroles' };
    const informer = informers.for<ClusterRole>(address);
    const reconciler = new Reconciler<ClusterRole>({
      ...context,
      name: clusterRoleAggregationController.name,
      informer,
      async reconcile(role, client) {
        if (!role.aggregationRule) return undefined;
        const rules = aggregatedRules(role, informer.list());
        if (isEqualJson(rules, role.rules ?? [])) return undefined;
        const { name = '' } = role.metadata;
        // Without rules, the apply gives up previously applied rules; rules of other managers stay.
        const own = rules?.length ? { rules } : {};
        const applied = { apiVersion: `${address.group}/v1`, kind: 'ClusterRole', metadata: { name }, ...own };
        const options = { fieldManager: clusterRoleAggregationController.serviceAccount, force: true };
        await client.apply({ ...address, name }, applied, options);
        return undefined;
      },
    });
    // Any role can be part of an aggregated role.
    reconciler.watch(informer, () =>
      informer
        .list()
        .filter((role) => role.aggregationRule)
        .map(objectKey),
    );
    return reconciler.run(signal);
  },
};
