import { aggregatedRules } from '../api/aggregated-rules.ts';
import type { ClusterRole } from '../api/kinds/rbac-v1.generated.ts';
import { Informer } from '../client/informer.ts';
import { objectSource } from '../client/object-source.ts';
import type { Controller } from './controller.ts';

/** Keeps the rules of aggregated cluster roles: those of every role that their selectors match, by name, each once. */
export const clusterRoleAggregationController: Controller = {
  name: 'clusterrole-aggregation-controller',
  start({ client, watcher, clock, random, dialect, signal }) {
    const address = { group: dialect.rename('rbac.authorization.k8s.io'), version: 'v1', resource: 'clusterroles' };
    const informer = new Informer<ClusterRole>({ source: objectSource(watcher, address), clock, random });
    let running = false;
    let changed = false;
    const aggregateAll = async (): Promise<void> => {
      changed = true;
      if (running) return;
      running = true;
      while (changed && !signal.aborted) {
        changed = false;
        const roles = informer.list();
        for (const role of roles) {
          const rules = aggregatedRules(role, roles);
          if (rules === undefined || JSON.stringify(rules) === JSON.stringify(role.rules ?? [])) continue;
          const { name } = role.metadata;
          const patch = { metadata: { resourceVersion: role.metadata.resourceVersion }, rules };
          // Somebody else's change comes back as an event, and with it the next try.
          await client
            .patch({ ...address, name: name ?? '' }, 'merge', patch, {
              fieldManager: 'clusterrole-aggregation-controller',
            })
            .catch(() => undefined);
        }
      }
      running = false;
    };
    informer.subscribe({
      added: () => void aggregateAll(),
      updated: () => void aggregateAll(),
      deleted: () => void aggregateAll(),
    });
    void informer.run(signal);
  },
};
