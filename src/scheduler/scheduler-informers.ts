import { kubernetesName } from '../api/dialect.ts';
import type { ReplicaSet, StatefulSet } from '../api/kinds/apps-v1.generated.ts';
import type {
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  ReplicationController,
  Service,
} from '../api/kinds/core-v1.generated.ts';
import type { PodDisruptionBudget } from '../api/kinds/policy-v1.generated.ts';
import type { CSIDriver, CSINode, CSIStorageCapacity, StorageClass } from '../api/kinds/storage-v1.generated.ts';
import { STORAGE_GROUP } from '../api/kubernetes-names.ts';
import type { Informer } from '../client/informer.ts';
import type { SchedulerContext } from './scheduler-context.ts';

const APPS_GROUP = kubernetesName('apps');
const POLICY_GROUP = kubernetesName('policy');

/** The informers of all collections that the scheduler reads. */
export interface SchedulerInformers {
  readonly pods: Informer<Pod>;
  readonly nodes: Informer<Node>;
  readonly namespaces: Informer<Namespace>;
  readonly services: Informer<Service>;
  readonly replicationControllers: Informer<ReplicationController>;
  readonly replicaSets: Informer<ReplicaSet>;
  readonly statefulSets: Informer<StatefulSet>;
  readonly budgets: Informer<PodDisruptionBudget>;
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly volumes: Informer<PersistentVolume>;
  readonly classes: Informer<StorageClass>;
  readonly csiNodes: Informer<CSINode>;
  readonly csiDrivers: Informer<CSIDriver>;
  readonly capacities: Informer<CSIStorageCapacity>;
}

export function schedulerInformers({ informers, dialect }: SchedulerContext): SchedulerInformers {
  const core = (resource: string) => ({ group: '', version: 'v1', resource });
  const apps = (resource: string) => ({ group: dialect.rename(APPS_GROUP), version: 'v1', resource });
  const storage = (resource: string) => ({ group: dialect.rename(STORAGE_GROUP), version: 'v1', resource });
  return {
    pods: informers.for<Pod>(core('pods')),
    nodes: informers.for<Node>(core('nodes')),
    namespaces: informers.for<Namespace>(core('namespaces')),
    services: informers.for<Service>(core('services')),
    replicationControllers: informers.for<ReplicationController>(core('replicationcontrollers')),
    replicaSets: informers.for<ReplicaSet>(apps('replicasets')),
    statefulSets: informers.for<StatefulSet>(apps('statefulsets')),
    budgets: informers.for<PodDisruptionBudget>({
      group: dialect.rename(POLICY_GROUP),
      version: 'v1',
      resource: 'poddisruptionbudgets',
    }),
    claims: informers.for<PersistentVolumeClaim>(core('persistentvolumeclaims')),
    volumes: informers.for<PersistentVolume>(core('persistentvolumes')),
    classes: informers.for<StorageClass>(storage('storageclasses')),
    csiNodes: informers.for<CSINode>(storage('csinodes')),
    csiDrivers: informers.for<CSIDriver>(storage('csidrivers')),
    capacities: informers.for<CSIStorageCapacity>(storage('csistoragecapacities')),
  };
}
