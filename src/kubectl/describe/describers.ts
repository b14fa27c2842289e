import { type Dialect, type KubernetesName, kubernetesName } from '../../api/dialect.ts';
import { CORE_GROUP, DISCOVERY_GROUP, RBAC_GROUP, STORAGE_GROUP } from '../../api/kubernetes-names.ts';
import type { GroupResource } from '../../api/object.ts';
import {
  describeBinding,
  describeClaim,
  describeConfigMap,
  describeDisruptionBudget,
  describeLimitRange,
  describeNamespace,
  describePriorityClass,
  describeQuota,
  describeRole,
  describeSecret,
  describeServiceAccount,
  describeStorageClass,
} from './configuration.ts';
import type { Describe } from './describer.ts';
import { describeGeneric } from './generic.ts';
import { describeEndpointSlice, describeEndpoints, describeIngress, describeService } from './networking.ts';
import { describeNode } from './node.ts';
import { describePod } from './pod.ts';
import {
  describeAutoscaler,
  describeCronJob,
  describeDaemonSet,
  describeDeployment,
  describeJob,
  describeReplicaSet,
  describeStatefulSet,
} from './workloads.ts';

/** The kinds with a description of their own, by group and resource. */
const DESCRIBERS: readonly (readonly [KubernetesName, Readonly<Record<string, Describe>>])[] = [
  [
    CORE_GROUP,
    {
      pods: describePod,
      replicationcontrollers: describeReplicaSet,
      services: describeService,
      endpoints: describeEndpoints,
      nodes: describeNode,
      namespaces: describeNamespace,
      configmaps: describeConfigMap,
      secrets: describeSecret,
      serviceaccounts: describeServiceAccount,
      resourcequotas: describeQuota,
      limitranges: describeLimitRange,
      persistentvolumeclaims: describeClaim,
    },
  ],
  [
    kubernetesName('apps'),
    {
      deployments: describeDeployment,
      replicasets: describeReplicaSet,
      statefulsets: describeStatefulSet,
      daemonsets: describeDaemonSet,
    },
  ],
  [kubernetesName('autoscaling'), { horizontalpodautoscalers: describeAutoscaler }],
  [kubernetesName('batch'), { jobs: describeJob, cronjobs: describeCronJob }],
  [DISCOVERY_GROUP, { endpointslices: describeEndpointSlice }],
  [kubernetesName('networking.k8s.io'), { ingresses: describeIngress }],
  [kubernetesName('policy'), { poddisruptionbudgets: describeDisruptionBudget }],
  [
    RBAC_GROUP,
    {
      roles: describeRole,
      clusterroles: describeRole,
      rolebindings: describeBinding,
      clusterrolebindings: describeBinding,
    },
  ],
  [kubernetesName('scheduling.k8s.io'), { priorityclasses: describePriorityClass }],
  [STORAGE_GROUP, { storageclasses: describeStorageClass }],
];

/** The kinds whose descriptions have no events. */
export const EVENTLESS: ReadonlySet<Describe> = new Set([
  ...[describeBinding, describeLimitRange, describeNamespace, describeQuota, describeRole, describeSecret],
]);

/** Returns the description of a resource's kind; that field by field for kinds without one of their own. */
export function describerOf({ group, resource }: GroupResource, dialect: Dialect): Describe {
  const [, known = {}] = DESCRIBERS.find(([name]) => dialect.rename(name) === group) ?? [];
  return known[resource] ?? describeGeneric;
}
