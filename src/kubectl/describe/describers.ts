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

/** The descriptions of kinds by their resource; other kinds are described field by field. */
export const DESCRIBERS: Readonly<Record<string, Describe>> = {
  pods: describePod,
  deployments: describeDeployment,
  replicasets: describeReplicaSet,
  replicationcontrollers: describeReplicaSet,
  statefulsets: describeStatefulSet,
  daemonsets: describeDaemonSet,
  jobs: describeJob,
  cronjobs: describeCronJob,
  horizontalpodautoscalers: describeAutoscaler,
  services: describeService,
  endpoints: describeEndpoints,
  endpointslices: describeEndpointSlice,
  ingresses: describeIngress,
  nodes: describeNode,
  namespaces: describeNamespace,
  configmaps: describeConfigMap,
  secrets: describeSecret,
  serviceaccounts: describeServiceAccount,
  roles: describeRole,
  clusterroles: describeRole,
  rolebindings: describeBinding,
  clusterrolebindings: describeBinding,
  resourcequotas: describeQuota,
  limitranges: describeLimitRange,
  priorityclasses: describePriorityClass,
  poddisruptionbudgets: describeDisruptionBudget,
  storageclasses: describeStorageClass,
  persistentvolumeclaims: describeClaim,
};
