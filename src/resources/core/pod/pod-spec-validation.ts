import type { Dialect } from '../../../api/dialect.ts';
import {
  duplicate,
  type FieldError,
  forbiddenField,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error.ts';
import type {
  PodReadinessGate,
  PodSchedulingGate,
  PodSpec,
  PodTemplateSpec,
} from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Label, isDns1123Subdomain, isInRange, isQualifiedName } from '../../../api/names.ts';
import { invalidFor } from '../../field-validation.ts';
import { checkMembers } from '../../member-rules.ts';
import { validateAnnotations, validateLabels } from '../../object-meta.ts';
import { validateResourceRequirements } from './container/container-resources.ts';
import { validateContainers, validateEphemeralContainers, validateInitContainers } from './container/containers.ts';
import { validateDnsConfig, validateHostAliases } from './dns.ts';
import { validatePodAnnotations, validateSameSeccomp } from './pod-annotations.ts';
import { validateAffinity } from './scheduling/affinity.ts';
import { validateTolerations } from './scheduling/tolerations.ts';
import { validateTopologySpread } from './scheduling/topology-spread.ts';
import { validatePodSecurityContext } from './security-context.ts';
import { validateVolumes } from './volumes.ts';
import { validateHostProcesses, validateOperatingSystem } from './windows.ts';

const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never'];
const MAXIMUM_INT32 = 2147483647;

/** Validates a pod spec (pkg/apis/core/validation's ValidatePodSpec). `podName` is undefined in templates. */
export function validatePodSpec(spec: PodSpec, field: string, dialect: Dialect, podName?: string): FieldError[] {
  const { errors, volumesByName } = validateVolumes(spec.volumes, `${field}.volumes`, { dialect, podName });
  const claimNames = new Set((spec.resourceClaims ?? []).map(({ name }) => name));
  const scope = { dialect, volumes: volumesByName, claimNames };
  return [
    ...errors,
    ...validateContainers(spec, `${field}.containers`, scope),
    ...validateInitContainers(spec, `${field}.initContainers`, scope),
    ...validateEphemeralContainers(spec, `${field}.ephemeralContainers`, scope),
    ...validateHostPorts(spec, `${field}.containers`),
    ...validatePolicies(spec, field),
    ...validatePodSecurityContext(spec, `${field}.securityContext`),
    ...validateAffinity(spec.affinity, `${field}.affinity`),
    ...validateDnsConfig(spec.dnsConfig, spec.dnsPolicy, `${field}.dnsConfig`),
    ...validateScheduling(spec, field),
    ...validateHostProcesses(spec, field),
    ...validateNames(spec, field),
    ...(spec.overhead ? validateResourceRequirements({ limits: spec.overhead }, `${field}.overhead`, dialect) : []),
    ...validateOperatingSystem(spec, field),
  ];
}

/** On the host network, a container port is the host port; templates may leave it out. */
const validateHostPorts = ({ hostNetwork, containers }: PodSpec, field: string): FieldError[] =>
  !hostNetwork
    ? []
    : (containers ?? []).flatMap(({ ports }, index) =>
        (ports ?? []).flatMap(({ hostPort = 0, containerPort }, portIndex) =>
          !hostPort || hostPort === containerPort
            ? []
            : [
                invalid(
                  `${field}[${index}].ports[${portIndex}].hostPort`,
                  hostPort,
                  'must match `containerPort` when `hostNetwork` is true',
                ),
              ],
        ),
      );

function validateSchedulingGates(gates: readonly PodSchedulingGate[], field: string): FieldError[] {
  const names = new Set<string>();
  return gates.flatMap(({ name }, index) => {
    const errors = invalidFor(`${field}[${index}]`, name, isQualifiedName(name));
    if (names.has(name)) errors.push(duplicate(`${field}[${index}]`, name));
    names.add(name);
    return errors;
  });
}

const validatePolicies = checkMembers<PodSpec>({
  restartPolicy: { notEmpty: true, oneOf: ['Always', 'OnFailure', 'Never'] },
  dnsPolicy: { notEmpty: true, oneOf: ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'] },
  nodeSelector: validateLabels,
});

const validateScheduling = checkMembers<PodSpec>({
  readinessGates: { each: checkMembers<PodReadinessGate>({ conditionType: { format: isQualifiedName } }) },
  schedulingGates: validateSchedulingGates,
  topologySpreadConstraints: validateTopologySpread,
});

const NAME = { ignoresEmpty: true, format: isDns1123Subdomain } as const;
const LABEL = { ignoresEmpty: true, format: isDns1123Label } as const;

/** Validates names that the pod refers to and the fields between them. */
const validateNames = checkMembers<PodSpec>({
  serviceAccountName: NAME,
  nodeName: NAME,
  activeDeadlineSeconds: { format: (seconds) => isInRange(seconds, 1, MAXIMUM_INT32) },
  hostname: LABEL,
  subdomain: LABEL,
  tolerations: validateTolerations,
  hostAliases: validateHostAliases,
  priorityClassName: NAME,
  runtimeClassName: { format: isDns1123Subdomain },
  preemptionPolicy: validatePreemptionPolicy,
});

export function validatePreemptionPolicy(policy: string | null | undefined, field: string): FieldError[] {
  if (policy == null) return [];
  if (!policy) return [required(field)];
  return PREEMPTION_POLICIES.includes(policy) ? [] : [notSupported(field, policy, PREEMPTION_POLICIES)];
}

/** Validates a template and the pods created from it. */
export function validatePodTemplateSpec(template: PodTemplateSpec, field: string, dialect: Dialect): FieldError[] {
  const { metadata = {}, spec } = template;
  const pod: PodSpec = spec ?? { containers: null };
  const errors = [
    ...validateLabels(metadata.labels, `${field}.labels`),
    ...validateAnnotations(metadata.annotations, `${field}.annotations`),
    ...validatePodAnnotations(metadata.annotations, pod, `${field}.annotations`, dialect),
    ...validatePodSpec(pod, `${field}.spec`, dialect),
    ...validateSameSeccomp(metadata.annotations, pod, `${field}.spec`, dialect),
  ];
  if (pod.ephemeralContainers?.length) {
    errors.push(
      forbiddenField(`${field}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template'),
    );
  }
  return errors;
}
