import type { ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import type { Controller } from '../../controller.ts';
import type { ReplicaKind } from './replica-owner.ts';
import { runReplicas } from './replicas.ts';

const kind: ReplicaKind<ReplicaSet> = {
  controllerName: 'replicaset-controller',
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  address: { group: 'apps', version: 'v1', resource: 'replicasets' },
  selectorOf: ({ spec }) => labelSelectorFromObject(spec?.selector),
};

/** Keeps the desired number of pods for each replica set. */
export const replicaSetController: Controller = {
  name: kind.controllerName,
  alias: 'replicaset',
  serviceAccount: 'replicaset-controller',
  run: (context) => runReplicas(context, kind),
};
