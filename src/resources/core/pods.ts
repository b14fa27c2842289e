import type { Pod, PodStatus } from '../../api/kinds/core-v1.generated.ts';
import { isDns1123Label } from '../../api/names.ts';
import { hasEnded } from '../../api/scheduling/has-ended.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { dropDisabledPodFields } from './pod/disabled-fields.ts';
import { podColumns, podRowConditions } from './pod/pod-columns.ts';
import { setPodOnlyDefaults, setPodSpecDefaults } from './pod/pod-defaults.ts';
import { unifyPodIps, validatePodStatusUpdate } from './pod/pod-status.ts';
import { validateEphemeralUpdate, validatePodUpdate } from './pod/pod-update.ts';
import { validateNewPod } from './pod/pod-validation.ts';
import { podWarnings } from './pod/pod-warnings.ts';
import { qualityOfService } from './pod/quality-of-service.ts';

/** Returns the status of a new pod. Pods with scheduling gates start with a condition for them. */
const initialStatus = ({ spec = { containers: null } }: Pod): PodStatus => ({
  phase: 'Pending',
  ...(spec.schedulingGates?.length
    ? {
        conditions: [
          {
            type: 'PodScheduled',
            status: 'False',
            reason: 'SchedulingGated',
            message: 'Scheduling is blocked due to non-empty scheduling gates',
          },
        ],
      }
    : {}),
  qosClass: qualityOfService(spec),
});

function setStatusDefaults({ status }: Pod): void {
  if (status) unifyPodIps(status);
}

const facts = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  resource: 'pods',
  shortNames: ['po'],
  categories: ['all'],
  namespaced: true,
  description: 'Containers that run together on one node.',
  subresources: {
    attach: { kind: 'v1 PodAttachOptions', verbs: ['create', 'get'] },
    binding: { kind: 'v1 Binding', verbs: ['create'] },
    ephemeralcontainers: {},
    eviction: { kind: 'policy/v1 Eviction', verbs: ['create'] },
    exec: { kind: 'v1 PodExecOptions', verbs: ['create', 'get'] },
    log: { verbs: ['get'] },
    portforward: { kind: 'v1 PodPortForwardOptions', verbs: ['create', 'get'] },
    proxy: { kind: 'v1 PodProxyOptions', verbs: ['create', 'delete', 'get', 'patch', 'update'] },
    status: {},
  },
  types: {
    Pod: { 'spec?': 'PodSpec', 'status?': 'PodStatus' },
    PodCondition: {
      type: 'string as(PodConditionType)',
      status: 'string as(ConditionStatus)',
      'lastProbeTime?': 'meta.v1.Time',
      'lastTransitionTime?': 'meta.v1.Time',
      'reason?': 'string',
      'message?': 'string',
    },
    HostIP: { 'ip?': 'string' },
    PodIP: { 'ip?': 'string' },
    ContainerStatus: {
      name: 'string',
      'state?': 'ContainerState',
      'lastState?': 'ContainerState',
      ready: 'bool',
      restartCount: 'int32',
      image: 'string',
      imageID: 'string',
      'containerID?': 'string',
      'started?': '*bool',
      'allocatedResources?': 'map[string]api.resource.Quantity',
      'resources?': '*ResourceRequirements',
    },
    PodResourceClaimStatus: { name: 'string', 'resourceClaimName?': '*string' },
    ContainerState: {
      'waiting?': '*ContainerStateWaiting',
      'running?': '*ContainerStateRunning',
      'terminated?': '*ContainerStateTerminated',
    },
    ContainerStateWaiting: { 'reason?': 'string', 'message?': 'string' },
    ContainerStateRunning: { 'startedAt?': 'meta.v1.Time' },
    ContainerStateTerminated: {
      exitCode: 'int32',
      'signal?': 'int32',
      'reason?': 'string',
      'message?': 'string',
      'startedAt?': 'meta.v1.Time',
      'finishedAt?': 'meta.v1.Time',
      'containerID?': 'string',
    },
  },
} satisfies KindFacts;

export const pods = resource<Pod>(facts, {
  deleteAnswersObject: true,
  unknownFieldLabelError: 'plain',
  selectableFields: {
    'spec.nodeName': ({ spec }) => spec?.nodeName ?? '',
    'spec.host': ({ spec }) => spec?.nodeName ?? '',
    'spec.restartPolicy': ({ spec }) => spec?.restartPolicy ?? '',
    'spec.schedulerName': ({ spec }) => spec?.schedulerName ?? '',
    'spec.serviceAccountName': ({ spec }) => spec?.serviceAccountName ?? '',
    'spec.hostNetwork': ({ spec }) => String(spec?.hostNetwork ?? false),
    'status.phase': ({ status }) => status?.phase ?? '',
    'status.podIP': ({ status }) => status?.podIPs?.[0]?.ip ?? '',
    'status.podIPs': () => '',
    'status.nominatedNodeName': ({ status }) => status?.nominatedNodeName ?? '',
  },
  gracePeriodSeconds(pod, requested) {
    if (!pod.spec?.nodeName || hasEnded(pod)) return 0;
    return requested ?? pod.spec.terminationGracePeriodSeconds ?? 0;
  },
  strategy: {
    setDefaults(draft) {
      draft.spec ??= { containers: null };
      setPodSpecDefaults(draft.spec);
      setPodOnlyDefaults(draft.spec);
      setStatusDefaults(draft);
    },
    prepareForCreate(draft) {
      if (draft.spec) dropDisabledPodFields(draft.spec);
      draft.status = initialStatus(draft);
    },
    prepareForUpdate(draft, live) {
      if (draft.spec) dropDisabledPodFields(draft.spec, live.spec);
    },
    validate: (pod, { dialect }) => validateNewPod(pod, dialect),
    validateUpdate: (pod, live, { dialect }) => validatePodUpdate(pod, live, dialect),
    warnings(pod, live, { dialect }) {
      if (live) return [];
      const messages = isDns1123Label(pod.metadata.name ?? '');
      return [
        ...(messages.length
          ? [
              `metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [${messages.join(' ')}]`,
            ]
          : []),
        ...podWarnings(pod, '', dialect),
      ];
    },
    subresources: {
      status: {
        resetFields: ['spec', 'metadata.deletionTimestamp', 'metadata.ownerReferences'],
        setDefaults: setStatusDefaults,
        prepareForUpdate(draft, live) {
          draft.spec = live.spec;
          draft.metadata.ownerReferences = live.metadata.ownerReferences;
        },
        validateUpdate: (pod, live, { dialect }) => validatePodStatusUpdate(pod, live, dialect),
      },
      ephemeralcontainers: {
        prepareForUpdate(draft, live) {
          const ephemeralContainers = draft.spec?.ephemeralContainers;
          const { resourceVersion, uid } = draft.metadata;
          draft.metadata = { ...structuredClone(live.metadata), resourceVersion, uid };
          draft.spec = { ...structuredClone(live.spec ?? { containers: null }), ephemeralContainers };
          draft.status = structuredClone(live.status);
          dropDisabledPodFields(draft.spec, live.spec);
        },
        validateUpdate: (pod, live, { dialect }) => validateEphemeralUpdate(pod, live, dialect),
      },
    },
  },
  columns: podColumns,
  rowConditions: podRowConditions,
});
