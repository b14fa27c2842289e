import type { ReplicationController } from '../../../api/kinds/core-v1.generated.ts';
import { labelSelectorFromPairs } from '../../../api/selectors/label-selector.ts';
import type { Controller } from '../../controller.ts';
import type { ReplicaKind } from './replica-owner.ts';
import { runReplicas } from './replicas.ts';

const kind: ReplicaKind<ReplicationController> = {
  controllerName: 'replicationcontroller-controller',
  apiVersion: 'v1',
  kind: 'ReplicationController',
  address: { group: '', version: 'v1', resource: 'replicationcontrollers' },
  selectorOf: ({ spec }) => labelSelectorFromPairs(spec?.selector),
};

/** Keeps the desired number of pods for each replication controller. */
export const replicationControllerController: Controller = {
  name: kind.controllerName,
  alias: 'replicationcontroller',
  serviceAccount: 'replication-controller',
  eventSource: 'replication-controller',
  run: (context) => runReplicas(context, kind),
};
