import type { ControllerRevision, StatefulSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { PersistentVolumeClaim, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import type { Controller } from '../../controller.ts';
import { Reconciler } from '../../reconciler.ts';
import { CONTROLLER_REVISIONS } from '../history/controller-revisions.ts';
import { OwnWrites } from '../own-writes.ts';
import { concernedOwners } from '../pods/concerned-owners.ts';
import { orphanIndex } from '../pods/controller-reference.ts';
import { Expectations } from '../pods/expectations.ts';
import { PODS } from '../pods/pod-control.ts';
import { CLAIMS } from './claim-control.ts';
import { StatefulSetLoop } from './statefulset-loop.ts';
import { STATEFUL_SETS } from './statefulset-revisions.ts';

/** Maintains the numbered pods and the claims of each stateful set. */
export const statefulSetController: Controller = {
  name: 'statefulset-controller',
  alias: 'statefulset',
  serviceAccount: 'statefulset-controller',
  async run(context) {
    const { informers, clock, signal } = context;
    const sets = informers.for<StatefulSet>(STATEFUL_SETS);
    const pods = informers.for<Pod>(PODS);
    const claims = informers.for<PersistentVolumeClaim>(CLAIMS);
    const revisions = informers.for<ControllerRevision>(CONTROLLER_REVISIONS);
    pods.addIndexers(orphanIndex);
    revisions.addIndexers(orphanIndex);
    const expectations = new Expectations(clock);
    const unsubscribes = [
      expectations.observe(pods, 'StatefulSet'),
      sets.subscribe({ deleted: ({ metadata }) => expectations.forget(metadata.uid ?? '') }),
    ];
    const writes = new OwnWrites();
    const reconciler = new Reconciler<StatefulSet>({
      ...context,
      name: statefulSetController.name,
      informer: sets,
      reconcile: (set, client) =>
        new StatefulSetLoop({ ...context, client }, { pods, claims, revisions }, expectations, writes).reconcile(set),
    });
    const selectorOf = ({ spec }: StatefulSet) => labelSelectorFromObject(spec?.selector);
    reconciler.watch(pods, concernedOwners(sets, 'StatefulSet', selectorOf), { controlledBy: 'StatefulSet' });
    // Claims and revisions are read, but their changes trigger no step.
    reconciler.dependOn(claims);
    reconciler.dependOn(revisions);
    await reconciler.run(signal);
    for (const unsubscribe of unsubscribes) unsubscribe();
  },
};
