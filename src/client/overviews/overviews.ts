import type { Dialect } from '../../api/dialect.ts';
import type { ApiObject } from '../../api/object.ts';
import { type KindKey, kindKeyOf } from '../objects/kind-key.ts';
import { policyBindingOverview, policyOverview, webhooksOverview } from './admission.ts';
import type { Overview } from './card.ts';
import {
  controllerRevisionOverview,
  eventOverview,
  flowSchemaOverview,
  leaseOverview,
  namespaceOverview,
  podTemplateOverview,
  priorityClassOverview,
  priorityLevelOverview,
  runtimeClassOverview,
  signingRequestOverview,
} from './cluster.ts';
import { configMapOverview, secretOverview, serviceAccountOverview } from './configuration.ts';
import { apiServiceOverview, definitionOverview } from './definitions.ts';
import { autoscalerOverview, budgetOverview, limitRangeOverview, quotaOverview } from './limits.ts';
import { nodeOverview } from './node.ts';
import { podOverview } from './pod.ts';
import { bindingOverview, roleOverview } from './rbac.ts';
import {
  endpointSliceOverview,
  endpointsOverview,
  ingressClassOverview,
  ingressOverview,
  networkPolicyOverview,
  serviceOverview,
} from './services.ts';
import {
  attachmentOverview,
  claimOverview,
  csiNodeOverview,
  driverOverview,
  storageCapacityOverview,
  storageClassOverview,
  volumeOverview,
} from './volumes.ts';
import {
  cronJobOverview,
  daemonSetOverview,
  deploymentOverview,
  jobOverview,
  replicaSetOverview,
  replicationControllerOverview,
  statefulSetOverview,
} from './workloads.ts';

/** The overviews of specific kinds. */
const OVERVIEWS: Readonly<Record<KindKey, Overview>> = {
  'admissionregistration/MutatingWebhookConfiguration': webhooksOverview,
  'admissionregistration/ValidatingAdmissionPolicy': policyOverview,
  'admissionregistration/ValidatingAdmissionPolicyBinding': policyBindingOverview,
  'admissionregistration/ValidatingWebhookConfiguration': webhooksOverview,
  'apiextensions/CustomResourceDefinition': definitionOverview,
  'apiregistration/APIService': apiServiceOverview,
  'apps/ControllerRevision': controllerRevisionOverview,
  'apps/DaemonSet': daemonSetOverview,
  'apps/Deployment': deploymentOverview,
  'apps/ReplicaSet': replicaSetOverview,
  'apps/StatefulSet': statefulSetOverview,
  'autoscaling/HorizontalPodAutoscaler': autoscalerOverview,
  'batch/CronJob': cronJobOverview,
  'batch/Job': jobOverview,
  'certificates/CertificateSigningRequest': signingRequestOverview,
  'coordination/Lease': leaseOverview,
  'core/ConfigMap': configMapOverview,
  'core/Endpoints': endpointsOverview,
  'core/Event': eventOverview,
  'core/LimitRange': limitRangeOverview,
  'core/Namespace': namespaceOverview,
  'core/Node': nodeOverview,
  'core/PersistentVolume': volumeOverview,
  'core/PersistentVolumeClaim': claimOverview,
  'core/Pod': podOverview,
  'core/PodTemplate': podTemplateOverview,
  'core/ReplicationController': replicationControllerOverview,
  'core/ResourceQuota': quotaOverview,
  'core/Secret': secretOverview,
  'core/Service': serviceOverview,
  'core/ServiceAccount': serviceAccountOverview,
  'discovery/EndpointSlice': endpointSliceOverview,
  'events/Event': eventOverview,
  'flowcontrol/FlowSchema': flowSchemaOverview,
  'flowcontrol/PriorityLevelConfiguration': priorityLevelOverview,
  'networking/Ingress': ingressOverview,
  'networking/IngressClass': ingressClassOverview,
  'networking/NetworkPolicy': networkPolicyOverview,
  'node/RuntimeClass': runtimeClassOverview,
  'policy/PodDisruptionBudget': budgetOverview,
  'rbac/ClusterRole': roleOverview,
  'rbac/ClusterRoleBinding': bindingOverview,
  'rbac/Role': roleOverview,
  'rbac/RoleBinding': bindingOverview,
  'scheduling/PriorityClass': priorityClassOverview,
  'storage/CSIDriver': driverOverview,
  'storage/CSINode': csiNodeOverview,
  'storage/CSIStorageCapacity': storageCapacityOverview,
  'storage/StorageClass': storageClassOverview,
  'storage/VolumeAttachment': attachmentOverview,
};

/** Returns the specific overview of an object's kind; undefined when there is none. */
export const overviewOf = (object: ApiObject, dialect: Dialect): Overview | undefined =>
  OVERVIEWS[kindKeyOf(object, dialect)];
