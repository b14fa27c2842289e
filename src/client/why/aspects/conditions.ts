import type { KindKey } from '../../objects/kind-key.ts';
import { failedJob, suspendedJob } from '../rules/batch.ts';
import { containers, readinessGates } from '../rules/containers.ts';
import { failedCreation } from '../rules/creation.ts';
import { RULES } from '../rules/index.ts';
import { autoscaler, budget } from '../rules/limits.ts';
import { terminatingNamespace } from '../rules/namespaces.ts';
import { pressure, unready } from '../rules/nodes.ts';
import { initializing, nodeOfPod, notStarted, sandbox, volumes } from '../rules/pods.ts';
import { apiService, definition, flowSchema } from '../rules/registrations.ts';
import { unschedulable } from '../rules/scheduling.ts';
import { replicaSetsOf } from '../rules/workloads.ts';
import type { Rule } from '../view.ts';
import type { ConditionFacts } from './aspect.ts';

const rulesOf = (key: KindKey): readonly Rule[] => RULES[key] ?? [];

const whenFalse = (otherwise: string, means: string, rules: readonly Rule[] = []): ConditionFacts => ({
  problem: 'False',
  otherwise,
  means,
  rules,
});

const whenTrue = (otherwise: string, means: string, rules: readonly Rule[] = []): ConditionFacts => ({
  problem: 'True',
  otherwise,
  means,
  rules,
});

const creation = whenTrue('its last pods could be created', 'its pods could not be created', [failedCreation('pods')]);

/** The conditions of each built-in kind, by their types. */
export const CONDITIONS: Readonly<Record<KindKey, Readonly<Record<string, ConditionFacts>>>> = {
  'core/Pod': {
    PodScheduled: whenFalse('the scheduler has assigned it a node', 'it has no node', [unschedulable]),
    PodReadyToStartContainers: whenFalse('its sandbox and its network exist', 'its sandbox does not exist', [
      nodeOfPod,
      volumes,
      sandbox,
      notStarted,
    ]),
    Initialized: whenFalse('all of its init containers have completed', 'its init containers have not completed', [
      nodeOfPod,
      unschedulable,
      containers,
      volumes,
      sandbox,
      initializing,
      notStarted,
    ]),
    ContainersReady: whenFalse(
      'all of its containers are ready',
      'its containers are not ready',
      rulesOf('core/Pod').filter((rule) => rule !== readinessGates),
    ),
    Ready: whenFalse('it can serve requests', 'it cannot serve requests', rulesOf('core/Pod')),
    DisruptionTarget: whenTrue('it is not to be evicted', 'it is evicted'),
  },
  'core/Node': {
    Ready: whenFalse('its kubelet reports that it can run pods', 'it cannot run pods', [unready]),
    MemoryPressure: whenTrue('its kubelet reports enough free memory', 'it runs out of memory', [unready, pressure]),
    DiskPressure: whenTrue('its kubelet reports enough free disk space', 'it runs out of disk space', [
      unready,
      pressure,
    ]),
    PIDPressure: whenTrue('its kubelet reports enough free process IDs', 'it runs out of process IDs', [
      unready,
      pressure,
    ]),
    NetworkUnavailable: whenTrue('its network is configured', 'its network is not configured', [unready, pressure]),
  },
  'core/ComponentStatus': { Healthy: whenFalse('it answers its health check', 'it fails its health check') },
  'core/Namespace': Object.fromEntries(
    [
      ['NamespaceDeletionDiscoveryFailure', 'every API could be discovered', 'not every API could be discovered'],
      [
        'NamespaceDeletionGroupVersionParsingFailure',
        'every API version could be read',
        'an API version is unreadable',
      ],
      ['NamespaceDeletionContentFailure', 'its objects could be deleted', 'its objects could not be deleted'],
      ['NamespaceContentRemaining', 'all of its objects are gone', 'some of its objects still exist'],
      ['NamespaceFinalizersRemaining', 'no finalizer holds its objects', 'finalizers hold some of its objects'],
    ].map(([type = '', otherwise = '', means = '']) => [type, whenTrue(otherwise, means, [terminatingNamespace])]),
  ),
  'core/PersistentVolumeClaim': {
    Resizing: whenTrue('its volume is not being resized', 'its volume is being resized'),
    FileSystemResizePending: whenTrue(
      'its file system is as large as its volume',
      'its file system grows when a pod mounts it on a node',
    ),
  },
  'core/ReplicationController': { ReplicaFailure: creation },
  'apps/Deployment': {
    Available: whenFalse(
      'it has as many available pods as its strategy requires',
      'it has fewer available pods than its strategy requires',
      rulesOf('apps/Deployment'),
    ),
    Progressing: whenFalse(
      'its newest template is rolled out, or its rollout makes progress',
      'its rollout makes no progress',
      rulesOf('apps/Deployment'),
    ),
    ReplicaFailure: { ...creation, rules: [replicaSetsOf] },
  },
  'apps/ReplicaSet': { ReplicaFailure: creation },
  'batch/Job': {
    Complete: whenFalse('as many of its pods succeeded as it requires', 'it has not completed', rulesOf('batch/Job')),
    Failed: whenTrue('it has not failed', 'it failed', [failedJob]),
    FailureTarget: whenTrue('it is not about to fail', 'it fails when its pods have ended', [failedJob]),
    Suspended: whenTrue('it was resumed', 'it is suspended', [suspendedJob]),
  },
  'autoscaling/HorizontalPodAutoscaler': {
    AbleToScale: whenFalse('the scale of its target can be read and changed', 'its target cannot be scaled', [
      autoscaler,
    ]),
    ScalingActive: whenFalse('its metrics can be read', 'its metrics cannot be read', [autoscaler]),
    ScalingLimited: whenTrue(
      'the desired number of replicas lies between its minimum and its maximum',
      'its minimum or maximum limits the number of replicas',
      [autoscaler],
    ),
  },
  'policy/PodDisruptionBudget': {
    DisruptionAllowed: whenFalse('at least one of its pods may be evicted', 'none of its pods may be evicted', [
      budget,
    ]),
  },
  'certificates/CertificateSigningRequest': {
    Approved: whenFalse('it was approved', 'it was not approved'),
    Denied: whenTrue('it was not denied', 'it was denied'),
    Failed: whenTrue('its signer has not failed', 'its signer could not issue a certificate'),
  },
  'apiextensions/CustomResourceDefinition': {
    NamesAccepted: whenFalse('no other resource uses its names', 'another resource uses one of its names', [
      definition,
    ]),
    Established: whenFalse('its resource is served', 'its resource is not served', [definition]),
    NonStructuralSchema: whenTrue('its schemas are structural', 'one of its schemas is not structural'),
    Terminating: whenTrue('it is not being deleted', 'its objects are being deleted'),
    KubernetesAPIApprovalPolicyConformant: whenFalse(
      'its protected group is approved',
      'its group is protected, and it has no approval',
    ),
  },
  'apiregistration/APIService': {
    Available: whenFalse('its service answers', 'its service does not answer', [apiService]),
  },
  'flowcontrol/FlowSchema': {
    Dangling: whenTrue('its priority level exists', 'its priority level does not exist', [flowSchema]),
  },
  'internal/StorageVersion': {
    AllEncodingVersionsEqual: whenFalse(
      'every server stores the resource in the same version',
      'servers store the resource in different versions',
    ),
  },
};
