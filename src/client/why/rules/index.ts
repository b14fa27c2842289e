import type { KindKey } from '../../objects/kind-key.ts';
import type { Rule } from '../view.ts';
import { cronJob, failedJob, runningJob, suspendedJob } from './batch.ts';
import { containers, readinessGates } from './containers.ts';
import { failedCreation } from './creation.ts';
import { finalizers, orphaned } from './deletion.ts';
import { autoscaler, budget, exhaustedQuota } from './limits.ts';
import { terminatingNamespace } from './namespaces.ts';
import { cordoned, unready } from './nodes.ts';
import { endedPod, initializing, nodeOfPod, notStarted, sandbox, starting, terminatingPod, volumes } from './pods.ts';
import { apiService, definition, flowSchema, roleBinding, signingRequest, webhooks } from './registrations.ts';
import { unschedulable } from './scheduling.ts';
import { backends, certificates, endpoints, endpointsOfService, loadBalancer, noSelector } from './services.ts';
import { pendingClaim, releasedVolume } from './storage.ts';
import {
  minReadySeconds,
  noNodeForDaemons,
  ownPods,
  paused,
  replicaSetsOf,
  scaledToZero,
  unobserved,
  updateOnDelete,
} from './workloads.ts';

/** Rules for objects of every kind. */
export const GENERAL_RULES: readonly Rule[] = [finalizers, orphaned];

/** The rules of each kind, the most probable cause first. */
export const RULES: Readonly<Record<KindKey, readonly Rule[]>> = {
  'core/Pod': [
    terminatingPod,
    nodeOfPod,
    unschedulable,
    endedPod,
    containers,
    volumes,
    sandbox,
    initializing,
    notStarted,
    starting,
    readinessGates,
  ],
  'apps/Deployment': [
    unobserved('deployment-controller'),
    paused,
    scaledToZero('deployments'),
    replicaSetsOf,
    minReadySeconds('deployments'),
  ],
  'apps/ReplicaSet': [
    scaledToZero('replicasets'),
    failedCreation('pods'),
    ownPods('replicasets', 'replicaset-controller'),
    unobserved('replicaset-controller'),
  ],
  'core/ReplicationController': [
    scaledToZero('replicationcontrollers'),
    failedCreation('pods'),
    ownPods('replicasets', 'replicationcontroller-controller'),
    unobserved('replicationcontroller-controller'),
  ],
  'apps/StatefulSet': [
    scaledToZero('statefulsets'),
    failedCreation('pods'),
    ownPods('statefulsets', 'statefulset-controller'),
    unobserved('statefulset-controller'),
    minReadySeconds('statefulsets'),
    updateOnDelete('statefulsets'),
  ],
  'apps/DaemonSet': [
    unobserved('daemonset-controller'),
    noNodeForDaemons,
    failedCreation('pods'),
    ownPods('daemonsets', 'daemonset-controller'),
    updateOnDelete('daemonsets'),
  ],
  'batch/Job': [failedJob, suspendedJob, failedCreation('pods'), runningJob],
  'batch/CronJob': [cronJob],
  'core/Service': [endpoints, noSelector, loadBalancer],
  'core/Endpoints': [endpointsOfService],
  'discovery/EndpointSlice': [endpointsOfService],
  'networking/Ingress': [backends, certificates],
  'core/PersistentVolumeClaim': [pendingClaim],
  'core/PersistentVolume': [releasedVolume],
  'core/Node': [unready, cordoned],
  'core/Namespace': [terminatingNamespace],
  'core/ResourceQuota': [exhaustedQuota],
  'autoscaling/HorizontalPodAutoscaler': [autoscaler],
  'policy/PodDisruptionBudget': [budget],
  'apiextensions/CustomResourceDefinition': [definition],
  'apiregistration/APIService': [apiService],
  'admissionregistration/MutatingWebhookConfiguration': [webhooks],
  'admissionregistration/ValidatingWebhookConfiguration': [webhooks],
  'certificates/CertificateSigningRequest': [signingRequest],
  'rbac/RoleBinding': [roleBinding],
  'rbac/ClusterRoleBinding': [roleBinding],
  'flowcontrol/FlowSchema': [flowSchema],
};
