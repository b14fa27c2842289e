import type { Deployment, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import { objectKey } from '../../../client/object-key.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';
import type { Controller } from '../../controller.ts';
import { Reconciler } from '../../reconciler.ts';
import { concernedOwners } from '../pods/concerned-owners.ts';
import { orphanIndex } from '../pods/controller-reference.ts';
import { PODS } from '../pods/pod-control.ts';
import { DeploymentLoop } from './deployment-loop.ts';
import { DEPLOYMENTS, REPLICA_SETS } from './deployment-writer.ts';

/** Rolls out the template of each deployment by scaling its replica sets. */
export const deploymentController: Controller = {
  name: 'deployment-controller',
  alias: 'deployment',
  serviceAccount: 'deployment-controller',
  run(context) {
    const { informers, signal } = context;
    const deployments = informers.for<Deployment>(DEPLOYMENTS);
    const sets = informers.for<ReplicaSet>(REPLICA_SETS);
    const pods = informers.for<Pod>(PODS);
    sets.addIndexers(orphanIndex);
    const loop = new DeploymentLoop(context, sets, pods);
    const reconciler = new Reconciler<Deployment>({
      ...context,
      name: deploymentController.name,
      informer: deployments,
      reconcile: (deployment, client) => loop.reconcile(deployment, client),
    });
    const ownersOf = concernedOwners(deployments, 'Deployment', ({ spec }) => labelSelectorFromObject(spec?.selector));
    reconciler.watch(sets, ownersOf);
    const recreatingOwnersOf = (pod: Pod): string[] => {
      const controller = controllerOf(pod);
      if (controller?.kind !== 'ReplicaSet' || pods.get(objectKey(pod))) return [];
      const set = sets.get(`${pod.metadata.namespace}/${controller.name}`);
      return (set ? ownersOf(set) : []).filter((key) => deployments.get(key)?.spec?.strategy?.type === 'Recreate');
    };
    // A deployment with the strategy Recreate continues when its last old pod is gone.
    reconciler.watch(pods, recreatingOwnersOf, { affects: () => false, controlledBy: 'ReplicaSet' });
    return reconciler.run(signal);
  },
};
