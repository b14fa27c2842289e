import type { Dialect } from '../../../api/dialect.ts';
import {
  duplicate,
  type FieldError,
  forbiddenField,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error.ts';
import type { PodSchedulingGate, PodSpec, PodTemplateSpec } from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Label, isDns1123Subdomain, isInRange, isQualifiedName } from '../../../api/names.ts';
import { invalidFor } from '../../field-validation.ts';
import { validateAnnotations, validateLabels } from '../../object-meta.ts';
import { validateResourceRequirements } from './container/container-resources.ts';
import { validateContainers, validateEphemeralContainers, validateInitContainers } from './container/containers.ts';
import { validateDnsConfig, validateDnsPolicy, validateHostAliases } from './dns.ts';
import { validatePodAnnotations, validateSameSeccomp } from './pod-annotations.ts';
import { validateAffinity } from './scheduling/affinity.ts';
import { validateTolerations } from './scheduling/tolerations.ts';
import { validateTopologySpread } from './scheduling/topology-spread.ts';
import { validatePodSecurityContext } from './security-context.ts';
import { validateVolumes } from './volumes.ts';
import { validateHostProcesses, validateOperatingSystem } from './windows.ts';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
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
    ...validateRestartPolicy(spec.restartPolicy, `${field}.restartPolicy`),
    ...validateDnsPolicy(spec.dnsPolicy, `${field}.dnsPolicy`),
    ...validateLabels(spec.nodeSelector, `${field}.nodeSelector`),
    ...validatePodSecurityContext(spec, `${field}.securityContext`),
    ...validateAffinity(spec.affinity, `${field}.affinity`),
    ...validateDnsConfig(spec.dnsConfig, spec.dnsPolicy, `${field}.dnsConfig`),
    ...(spec.readinessGates ?? []).flatMap(({ conditionType }, index) =>
      invalidFor(`${field}.readinessGates[${index}].conditionType`, conditionType, isQualifiedName(conditionType)),
    ),
    ...validateSchedulingGates(spec.schedulingGates, `${field}.schedulingGates`),
    ...validateTopologySpread(spec.topologySpreadConstraints, `${field}.topologySpreadConstraints`),
    ...validateHostProcesses(spec, field),
    ...validateNames(spec, field, dialect),
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

function validateRestartPolicy(policy: string | undefined, field: string): FieldError[] {
  if (!policy) return [required(field)];
  return RESTART_POLICIES.includes(policy) ? [] : [notSupported(field, policy, RESTART_POLICIES)];
}

function validateSchedulingGates(gates: readonly PodSchedulingGate[] | undefined, field: string): FieldError[] {
  const names = new Set<string>();
  return (gates ?? []).flatMap(({ name }, index) => {
    const errors = invalidFor(`${field}[${index}]`, name, isQualifiedName(name));
    if (names.has(name)) errors.push(duplicate(`${field}[${index}]`, name));
    names.add(name);
    return errors;
  });
}

/** Validates names that the pod refers to and the fields between them, in the server's order. */
function validateNames(spec: PodSpec, field: string, dialect: Dialect): FieldError[] {
  const named = (
    name: 'serviceAccountName' | 'nodeName' | 'hostname' | 'subdomain' | 'priorityClassName' | 'runtimeClassName',
    rule: (value: string) => string[],
  ) => {
    const value = spec[name];
    return value ? invalidFor(`${field}.${name}`, value, rule(value)) : [];
  };
  const { activeDeadlineSeconds: deadline, preemptionPolicy, overhead } = spec;
  return [
    ...named('serviceAccountName', isDns1123Subdomain),
    ...named('nodeName', isDns1123Subdomain),
    ...(deadline == null
      ? []
      : invalidFor(`${field}.activeDeadlineSeconds`, deadline, isInRange(deadline, 1, MAXIMUM_INT32))),
    ...named('hostname', isDns1123Label),
    ...named('subdomain', isDns1123Label),
    ...validateTolerations(spec.tolerations, `${field}.tolerations`),
    ...validateHostAliases(spec.hostAliases, `${field}.hostAliases`),
    ...named('priorityClassName', isDns1123Subdomain),
    ...(spec.runtimeClassName === ''
      ? invalidFor(`${field}.runtimeClassName`, '', isDns1123Subdomain(''))
      : named('runtimeClassName', isDns1123Subdomain)),
    ...validatePreemptionPolicy(preemptionPolicy, `${field}.preemptionPolicy`),
    ...(overhead ? validateResourceRequirements({ limits: overhead }, `${field}.overhead`, dialect) : []),
  ];
}

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
