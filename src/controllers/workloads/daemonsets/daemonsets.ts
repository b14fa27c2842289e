import type { ControllerRevision, DaemonSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { Node, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import { objectKey } from '../../../client/object-key.ts';
import type { Controller } from '../../controller.ts';
import { Reconciler } from '../../reconciler.ts';
import { isDeepEqual } from '../deep-equal.ts';
import { CONTROLLER_REVISIONS } from '../history/controller-revisions.ts';
import { OwnWrites } from '../own-writes.ts';
import { concernedOwners } from '../pods/concerned-owners.ts';
import { orphanIndex } from '../pods/controller-reference.ts';
import { Expectations } from '../pods/expectations.ts';
import { PODS } from '../pods/pod-control.ts';
import { DAEMON_SETS } from './daemon-snapshot.ts';
import { DaemonSetLoop } from './daemonset-loop.ts';
import { FailedPodBackoff } from './failed-pod-backoff.ts';

/** Keeps one pod of each daemon set on every eligible node. */
export const daemonSetController: Controller = {
  name: 'daemonset-controller',
  alias: 'daemonset',
  serviceAccount: 'daemon-set-controller',
  async run(context) {
    const { informers, clock, signal } = context;
    const sets = informers.for<DaemonSet>(DAEMON_SETS);
    const pods = informers.for<Pod>(PODS);
    const nodes = informers.for<Node>({ group: '', version: 'v1', resource: 'nodes' });
    const revisions = informers.for<ControllerRevision>(CONTROLLER_REVISIONS);
    pods.addIndexers(orphanIndex);
    revisions.addIndexers(orphanIndex);
    const expectations = new Expectations(clock);
    const backoff = new FailedPodBackoff(clock);
    const memory = { expectations, backoff, writes: new OwnWrites() };
    const forget = ({ metadata: { uid = '' } }: DaemonSet): void => {
      expectations.forget(uid);
      backoff.forget(`${uid}/`);
    };
    const unsubscribes = [expectations.observe(pods, 'DaemonSet'), sets.subscribe({ deleted: forget })];
    const reconciler = new Reconciler<DaemonSet>({
      ...context,
      name: daemonSetController.name,
      informer: sets,
      reconcile: (set, client) =>
        new DaemonSetLoop({ ...context, client }, { pods, nodes, revisions }, memory).reconcile(set),
    });
    const selectorOf = ({ spec }: DaemonSet) => labelSelectorFromObject(spec?.selector);
    const owners = concernedOwners(sets, 'DaemonSet', selectorOf);
    reconciler.watch(pods, owners, { controlledBy: 'DaemonSet' });
    reconciler.watch(revisions, owners, { controlledBy: 'DaemonSet' });
    reconciler.watch(nodes, () => sets.list().map(objectKey), { affects: isPlacementChange });
    await reconciler.run(signal);
    for (const unsubscribe of unsubscribes) unsubscribe();
  },
};

/** Reports whether a change of a node may affect the placement of pods, unlike heartbeats. */
const isPlacementChange = ({ metadata: a, spec }: Node, { metadata: b, spec: before }: Node): boolean =>
  !isDeepEqual([a.labels, spec?.taints], [b.labels, before?.taints]);
