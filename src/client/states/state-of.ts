import type { Dialect } from '../../api/dialect.ts';
import type { HorizontalPodAutoscaler } from '../../api/kinds/autoscaling-v2.generated.ts';
import type { CronJob } from '../../api/kinds/batch-v1.generated.ts';
import type { CertificateSigningRequest } from '../../api/kinds/certificates-v1.generated.ts';
import type {
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  ResourceQuota,
  Service,
} from '../../api/kinds/core-v1.generated.ts';
import type { EndpointSlice } from '../../api/kinds/discovery-v1.generated.ts';
import type { Condition } from '../../api/kinds/meta-v1.generated.ts';
import type { PodDisruptionBudget } from '../../api/kinds/policy-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { resourceAmount } from '../../api/scheduling/resource-amounts.ts';
import { type KindKey, kindKeyOf } from '../objects/kind-key.ts';
import { conditionsOf } from '../objects/object-facts.ts';
import { progressOf, type Workload } from '../objects/workload.ts';
import type { KnownObjects } from '../relations/relations-of.ts';
import { podState } from './pod-state.ts';
import type { Mark, State } from './state.ts';

type StateRule = (object: ApiObject, objects: KnownObjects) => State | undefined;

const rule = <T extends ApiObject>(stateOf: (object: T, objects: KnownObjects) => State | undefined): StateRule =>
  stateOf as StateRule;

type AnyCondition = Partial<Condition>;

const conditionWith = (object: ApiObject, type: string, status: string): AnyCondition | undefined =>
  conditionsOf(object).find((condition) => condition.type === type && condition.status === status);

/** The message of a condition, or its reason. */
const reasonOf = ({ message, reason }: AnyCondition): string | undefined => message || reason;

const WORDS: Readonly<Record<Mark, string>> = {
  success: 'Ready',
  info: 'Progressing',
  warning: 'Paused',
  danger: 'Stalled',
};

const workload = (resource: string): StateRule =>
  rule<Workload>((object) => {
    const failure = conditionWith(object, 'ReplicaFailure', 'True');
    if (failure) return { word: 'Failing', mark: 'danger', reason: reasonOf(failure) };
    const { status: mark, text } = progressOf(resource, object);
    return { word: WORDS[mark], mark, reason: mark === 'success' ? undefined : text };
  });

const JOB_WORDS: typeof WORDS = { success: 'Completed', info: 'Running', warning: 'Suspended', danger: 'Failed' };

const job = rule<Workload>((object) => {
  const { status: mark, text } = progressOf('jobs', object);
  return { word: JOB_WORDS[mark], mark, reason: mark === 'success' || mark === 'warning' ? undefined : text };
});

const cronJob = rule<CronJob>(({ spec, status }) => {
  const running = status?.active?.length ?? 0;
  if (spec?.suspend) return { word: 'Suspended', mark: 'warning', reason: 'No jobs are created until it is resumed.' };
  if (running > 0)
    return { word: 'Running', mark: 'info', reason: `${running} active ${running === 1 ? 'job' : 'jobs'}.` };
  return { word: 'Scheduled', mark: 'success' };
});

const PRESSURES = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'];

const node = rule<Node>((object) => {
  const ready = conditionsOf(object).find(({ type }) => type === 'Ready');
  if (!ready) return { word: 'Unknown', mark: 'warning', reason: 'The kubelet has not reported the node.' };
  if (ready.status !== 'True') return { word: 'Not ready', mark: 'danger', reason: reasonOf(ready) };
  if (object.spec?.unschedulable)
    return { word: 'Cordoned', mark: 'warning', reason: 'The scheduler assigns no new pods to this node.' };
  const pressure = PRESSURES.map((type) => conditionWith(object, type, 'True')).find(Boolean);
  if (pressure) return { word: pressure.type ?? 'Pressure', mark: 'warning', reason: reasonOf(pressure) };
  return { word: 'Ready', mark: 'success' };
});

const PHASES: Readonly<Record<string, Mark>> = {
  Active: 'success',
  Available: 'success',
  Bound: 'success',
  Pending: 'info',
  Released: 'warning',
  Lost: 'danger',
  Failed: 'danger',
};

const phase = (reason: StateReason): StateRule =>
  rule<ApiObject & { readonly status?: { readonly phase?: string | undefined } }>((object, objects) => {
    const { phase: word = 'Pending' } = object.status ?? {};
    return { word, mark: PHASES[word] ?? 'info', reason: reason(object, word, objects) };
  });

type StateReason = (object: ApiObject, word: string, objects: KnownObjects) => string | undefined;

/** Returns why a claim is lost or pending. */
const claimReason: StateReason = (object, word, objects) => {
  const { spec } = object as PersistentVolumeClaim;
  if (word === 'Lost') return 'The volume of the claim no longer exists.';
  if (word !== 'Pending') return undefined;
  const name = spec?.storageClassName;
  if (spec?.volumeName) return `Waiting for volume ${spec.volumeName} to be bound.`;
  if (!name) return 'No volume matches the claim, and it names no storage class that would provision one.';
  const classes = objects.get('storage/StorageClass');
  const found = classes?.find(({ metadata }) => metadata.name === name) as
    | { readonly volumeBindingMode?: string; readonly provisioner?: string }
    | undefined;
  if (classes && !found) return `Storage class ${name} does not exist.`;
  if (found?.volumeBindingMode === 'WaitForFirstConsumer')
    return 'Waiting for a pod that uses the claim: its storage class binds volumes for the first consumer.';
  return `Waiting for ${found?.provisioner ?? 'the provisioner'} to create a volume.`;
};

const volumeReason: StateReason = (object, word) => {
  const { spec, status } = object as PersistentVolume;
  if (word === 'Released')
    return `Its claim was deleted. The reclaim policy ${spec?.persistentVolumeReclaimPolicy ?? 'Retain'} keeps the volume.`;
  return status?.message;
};

/** Returns why a namespace is still terminating. */
const namespaceReason: StateReason = (object) => {
  const remaining = conditionsOf(object).filter(
    ({ type, status }) => status === 'True' && type?.startsWith('Namespace'),
  );
  return remaining.map(({ message }) => message).join(' ') || undefined;
};

const namespace = rule<Namespace>((object, objects) => {
  if (!object.metadata.deletionTimestamp) return phase(() => undefined)(object, objects);
  return { word: 'Terminating', mark: 'warning', reason: namespaceReason(object, '', objects) };
});

const service = rule<Service>(({ metadata, spec }, objects) => {
  if (spec?.type === 'ExternalName') return undefined;
  const slices = objects.get('discovery/EndpointSlice') as readonly EndpointSlice[] | undefined;
  if (!slices) return undefined;
  const own = slices.filter(({ metadata: { ownerReferences } }) =>
    ownerReferences?.some(({ uid }) => uid === metadata.uid),
  );
  const endpoints = own.flatMap((slice) => slice.endpoints ?? []);
  const ready = endpoints.filter(({ conditions }) => conditions?.ready !== false).length;
  if (ready > 0) return { word: 'Serving', mark: 'success' };
  if (endpoints.length > 0)
    return { word: 'No ready endpoints', mark: 'danger', reason: `None of its ${endpoints.length} pods is ready.` };
  const hasSelector = Object.keys(spec?.selector ?? {}).length > 0;
  return {
    word: 'No endpoints',
    mark: 'warning',
    reason: hasSelector
      ? 'No pod matches the selector.'
      : 'The service has no selector, and no endpoints have been added.',
  };
});

const autoscaler = rule<HorizontalPodAutoscaler>((object) => {
  const unable = conditionWith(object, 'AbleToScale', 'False') ?? conditionWith(object, 'ScalingActive', 'False');
  if (unable) return { word: 'Not scaling', mark: 'warning', reason: reasonOf(unable) };
  const limited = conditionWith(object, 'ScalingLimited', 'True');
  if (limited) return { word: 'At its limit', mark: 'warning', reason: reasonOf(limited) };
  return conditionsOf(object).length > 0
    ? { word: 'Scaling', mark: 'success' }
    : { word: 'Unknown', mark: 'info', reason: 'The controller has not evaluated it.' };
});

const budget = rule<PodDisruptionBudget>(({ status }) => {
  const { disruptionsAllowed = 0, currentHealthy = 0, desiredHealthy = 0, expectedPods = 0 } = status ?? {};
  if (expectedPods === 0) return { word: 'Unused', mark: 'info', reason: 'No pod matches the selector.' };
  if (disruptionsAllowed > 0) return { word: 'Allows evictions', mark: 'success' };
  return {
    word: 'Blocks evictions',
    mark: 'warning',
    reason: `${currentHealthy} of ${expectedPods} pods are healthy, and ${desiredHealthy} must be.`,
  };
});

const quota = rule<ResourceQuota>(({ status }) => {
  const used = Object.entries(status?.hard ?? {}).filter(
    ([name, hard]) => resourceAmount(name, status?.used?.[name] ?? 0) >= resourceAmount(name, hard),
  );
  if (used.length === 0) return { word: 'Available', mark: 'success' };
  return { word: 'Exhausted', mark: 'warning', reason: `Used up: ${used.map(([name]) => name).join(', ')}.` };
});

const signingRequest = rule<CertificateSigningRequest>((object) => {
  const denied = conditionWith(object, 'Denied', 'True') ?? conditionWith(object, 'Failed', 'True');
  if (denied) return { word: denied.type ?? 'Denied', mark: 'danger', reason: reasonOf(denied) };
  if (object.status?.certificate) return { word: 'Issued', mark: 'success' };
  if (conditionWith(object, 'Approved', 'True'))
    return { word: 'Approved', mark: 'info', reason: `Waiting for signer ${object.spec.signerName}.` };
  return { word: 'Pending', mark: 'info', reason: 'Waiting for approval.' };
});

/** Returns a rule for a condition that is normally true. */
const whenTrue = (type: string, word: string, otherwise: string): StateRule =>
  rule((object) => {
    const condition = conditionsOf(object).find((each) => each.type === type);
    if (!condition) return undefined;
    return condition.status === 'True'
      ? { word, mark: 'success' }
      : { word: otherwise, mark: condition.status === 'False' ? 'danger' : 'warning', reason: reasonOf(condition) };
  });

const established = whenTrue('Established', 'Established', 'Not established');

const definition = rule((object, objects) => {
  const refused = conditionWith(object, 'NamesAccepted', 'False');
  return refused ? { word: 'Names refused', mark: 'danger', reason: reasonOf(refused) } : established(object, objects);
});

const flowSchema = rule((object) => {
  const dangling = conditionWith(object, 'Dangling', 'True');
  return dangling && { word: 'Dangling', mark: 'danger', reason: reasonOf(dangling) };
});

const RULES: Readonly<Record<KindKey, StateRule>> = {
  'core/Pod': rule<Pod>(podState),
  'apps/Deployment': workload('deployments'),
  'apps/ReplicaSet': workload('replicasets'),
  'apps/StatefulSet': workload('statefulsets'),
  'apps/DaemonSet': workload('daemonsets'),
  'core/ReplicationController': workload('replicasets'),
  'batch/Job': job,
  'batch/CronJob': cronJob,
  'core/Node': node,
  'core/PersistentVolumeClaim': phase(claimReason),
  'core/PersistentVolume': phase(volumeReason),
  'core/Namespace': namespace,
  'core/Service': service,
  'core/ResourceQuota': quota,
  'autoscaling/HorizontalPodAutoscaler': autoscaler,
  'policy/PodDisruptionBudget': budget,
  'certificates/CertificateSigningRequest': signingRequest,
  'apiextensions/CustomResourceDefinition': definition,
  'apiregistration/APIService': whenTrue('Available', 'Available', 'Not available'),
  'flowcontrol/FlowSchema': flowSchema,
};

/** Kinds whose state depends on other objects. */
const DEPENDENT: readonly KindKey[] = ['core/Service', 'core/PersistentVolumeClaim'];

/** Reports whether the state of an object depends on others. */
export const dependsOnOthers = (object: ApiObject, dialect: Dialect): boolean =>
  DEPENDENT.includes(kindKeyOf(object, dialect));

const ready = whenTrue('Ready', 'Ready', 'Not ready');
const available = whenTrue('Available', 'Available', 'Not available');

/**
 * Returns the state of an object with its reason; undefined for kinds that have none. Objects of other kinds are judged
 * by their condition `Ready` or `Available`.
 * @param objects the objects on which the state of some kinds depends; without them, such a state is unknown
 */
export function stateOf(object: ApiObject, dialect: Dialect, objects: KnownObjects = new Map()): State | undefined {
  const key = kindKeyOf(object, dialect);
  const { deletionTimestamp, finalizers } = object.metadata;
  if (deletionTimestamp && key !== 'core/Pod' && key !== 'core/Namespace') {
    const reason = finalizers?.length
      ? `Waiting for the finalizers to be removed: ${finalizers.join(', ')}.`
      : undefined;
    return { word: 'Terminating', mark: 'warning', reason };
  }
  const own = RULES[key];
  return own ? own(object, objects) : (ready(object, objects) ?? available(object, objects));
}
