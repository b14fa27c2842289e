import { aggregatedRules } from '../api/aggregated-rules.ts';
import type { ClusterRole } from '../api/kinds/rbac-v1.generated.ts';
import { Informer } from '../client/informer.ts';
import { objectSource } from '../client/object-source.ts';
import type { Controller } from './controller.ts';
import { startReconciler } from './reconciler.ts';

/** Keeps the rules of aggregated cluster roles: those of every role that their selectors match, by name, each once. */
export const clusterRoleAggregationController: Controller = {
  name: 'clusterrole-aggregation-controller',
  alias: 'clusterrole-aggregation',
  serviceAccount: 'clusterrole-aggregation-controller',
  start({ client, watcher, clock, random, dialect, signal }) {
    const address = { group: dialect.rename('rbac.authorization.k8s.io'), version: 'v1', resource: 'clusterroles' };
    const informer = new Informer<ClusterRole>({ source: objectSource(watcher, address), clock, random });
    const visit = startReconciler({
      informer,
      clock,
      random,
      signal,
      async reconcile(role) {
        if (!role.aggregationRule) return false;
        await undefined; // A list is taken in role by role, and then at once.
        const rules = aggregatedRules(role, informer.list());
        if (JSON.stringify(rules) === JSON.stringify(role.rules ?? [])) return false;
        const { name = '', resourceVersion } = role.metadata;
        const fieldManager = 'clusterrole-aggregation-controller';
        await client.patch({ ...address, name }, 'merge', { metadata: { resourceVersion }, rules }, { fieldManager });
        return false;
      },
    });
    // Any role can be part of an aggregated one.
    const visitAggregated = (): void => {
      for (const role of informer.list()) if (role.aggregationRule) visit(role);
    };
    informer.subscribe({ added: visitAggregated, updated: visitAggregated, deleted: visitAggregated });
  },
};
