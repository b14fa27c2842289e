import type { Dialect } from '../../../../api/dialect.ts';
import {
  duplicate,
  type FieldError,
  forbiddenField,
  invalid,
  notFoundValue,
  required,
} from '../../../../api/field-error.ts';
import type { Container, ContainerPort, EphemeralContainer, PodSpec } from '../../../../api/kinds/core-v1.generated.ts';
import { isDns1123Label, isValidPortName, isValidPortNumber } from '../../../../api/names.ts';
import { hasSentEmpties, isSentEmpty } from '../../../../schema/sent-empties.ts';
import { invalidFor } from '../../../field-validation.ts';
import { checkMembers } from '../../../member-rules.ts';
import { validateSecurityContext } from '../security-context.ts';
import type { VolumesByName } from '../volumes.ts';
import { validateResourceRequirements } from './container-resources.ts';
import { validateEnvironment, validateEnvironmentSources } from './environment-variables.ts';
import { validateLifecycle, validateLivenessProbe, validateReadinessProbe } from './handlers.ts';
import { validateVolumeDevices, validateVolumeMounts } from './volume-mounts.ts';

export const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

interface Scope {
  readonly dialect: Dialect;
  readonly volumes: VolumesByName;
  readonly claimNames: ReadonlySet<string>;
}

const validatePort = checkMembers<ContainerPort>({
  name: { ignoresEmpty: true, format: isValidPortName },
  containerPort: (port, field) => (port ? invalidFor(field, port, isValidPortNumber(port)) : [required(field)]),
  hostPort: (port, field) => (port ? invalidFor(field, port, isValidPortNumber(port)) : []),
  protocol: { notEmpty: true, oneOf: PROTOCOLS },
});

function validatePorts(ports: readonly ContainerPort[], field: string): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) => {
    const { name } = port;
    const errors = validatePort(port, `${field}[${index}]`);
    if (!name || isValidPortName(name).length > 0) return errors;
    if (names.has(name)) errors.unshift(duplicate(`${field}[${index}].name`, name));
    names.add(name);
    return errors;
  });
}

type AnyContainer = Container | EphemeralContainer;

const validateFirst = checkMembers<AnyContainer>({
  name: { notEmpty: true, format: isDns1123Label },
  image: { notEmpty: true },
  terminationMessagePolicy: { notEmpty: true, oneOf: ['File', 'FallbackToLogsOnError'] },
  ports: validatePorts,
  env: validateEnvironment,
  envFrom: validateEnvironmentSources,
});
const validatePullPolicy = checkMembers<AnyContainer>({
  imagePullPolicy: { notEmpty: true, oneOf: ['Always', 'IfNotPresent', 'Never'] },
});

/** Validates the fields that containers of all types share. */
function validateCommon(container: AnyContainer, field: string, scope: Scope): FieldError[] {
  return [
    ...validateFirst(container, field),
    ...validateVolumeMounts(container, scope.volumes, `${field}.volumeMounts`),
    ...validateVolumeDevices(container, scope.volumes, `${field}.volumeDevices`),
    ...validatePullPolicy(container, field),
    ...validateResourceRequirements(container.resources, `${field}.resources`, scope.dialect, scope.claimNames),
    ...validateSecurityContext(container.securityContext, `${field}.securityContext`),
  ];
}

const validateHandlers = checkMembers<Container>({
  lifecycle: validateLifecycle,
  livenessProbe: validateLivenessProbe,
  readinessProbe: validateReadinessProbe,
  startupProbe: validateLivenessProbe,
  restartPolicy: (_policy, field) => [forbiddenField(field, 'may not be set for non-init containers')],
});

export function validateContainers({ containers }: PodSpec, field: string, scope: Scope): FieldError[] {
  if (!containers?.length) return [required(field)];
  const names = new Set<string>();
  const errors = containers.flatMap((container, index) => {
    const path = `${field}[${index}]`;
    const found = validateCommon(container, path, scope);
    if (names.has(container.name)) found.push(duplicate(`${path}.name`, container.name));
    names.add(container.name);
    return [...found, ...validateHandlers(container, path)];
  });
  return [...errors, ...hostPortConflicts(containers, field)];
}

const WITHOUT_RESTART = 'may not be set for init containers without restartPolicy=Always';

export function validateInitContainers(spec: PodSpec, field: string, scope: Scope): FieldError[] {
  const names = new Set((spec.containers ?? []).map(({ name }) => name));
  return (spec.initContainers ?? []).flatMap((container, index) => {
    const path = `${field}[${index}]`;
    const errors = validateCommon(container, path, scope);
    if (names.has(container.name)) errors.push(duplicate(`${path}.name`, container.name));
    else if (container.name) names.add(container.name);
    errors.push(...hostPortConflicts([container], field));
    for (const name of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
      if (container[name]) errors.push(forbiddenField(`${path}.${name}`, WITHOUT_RESTART));
    }
    return errors;
  });
}

/** Returns the names of a pod's containers and init containers. */
const namesOf = ({ containers, initContainers }: PodSpec): Set<string> =>
  new Set([...(containers ?? []), ...(initContainers ?? [])].map(({ name }) => name));

/** Fields that ephemeral containers do not support, in the order of the struct. */
const UNSUPPORTED = [
  'ports',
  'resources',
  'restartPolicy',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const;
const UNSUPPORTED_ERROR = 'cannot be set for an Ephemeral Container';

/** Reports whether a member is not Go's zero value: resources are a struct, the other objects are pointers. */
function isSet(container: EphemeralContainer, member: (typeof UNSUPPORTED)[number]): boolean {
  if (isSentEmpty(container, member)) return true;
  const value = container[member];
  if (member === 'ports') return (container.ports?.length ?? 0) > 0;
  if (member !== 'resources') return value != null;
  return hasSentEmpties(value) || Object.values(value ?? {}).some((part) => part !== undefined);
}

export function validateEphemeralContainers(spec: PodSpec, field: string, scope: Scope): FieldError[] {
  const others = namesOf(spec);
  const names = namesOf(spec);
  return (spec.ephemeralContainers ?? []).flatMap((container, index) => {
    const path = `${field}[${index}]`;
    const { name, targetContainerName: target } = container;
    const errors = [...validateCommon(container, path, scope), ...validateImageText(container, path)];
    if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
    names.add(name);
    if (target && !others.has(target)) errors.push(notFoundValue(`${path}.targetContainerName`, target));
    for (const member of UNSUPPORTED) {
      if (isSet(container, member)) errors.push(forbiddenField(`${path}.${member}`, UNSUPPORTED_ERROR));
    }
    for (const [mountIndex, { subPath, subPathExpr }] of (container.volumeMounts ?? []).entries()) {
      const mountPath = `${path}.volumeMounts[${mountIndex}]`;
      if (subPath) errors.push(forbiddenField(`${mountPath}.subPath`, UNSUPPORTED_ERROR));
      if (subPathExpr) errors.push(forbiddenField(`${mountPath}.subPathExpr`, UNSUPPORTED_ERROR));
    }
    return errors;
  });
}

/** Image names are trimmed in templates and rejected in pods. */
export const validateImageText = ({ image = '' }: Container | EphemeralContainer, field: string): FieldError[] =>
  image.trim() === image ? [] : [invalid(`${field}.image`, image, 'must not have leading or trailing whitespace')];

function hostPortConflicts(containers: readonly Container[], field: string): FieldError[] {
  const taken = new Set<string>();
  return containers.flatMap(({ ports }, index) =>
    (ports ?? []).flatMap(({ hostPort, hostIP = '', protocol = '' }, portIndex) => {
      if (!hostPort) return [];
      const key = `${protocol}/${hostIP}/${hostPort}`;
      const isTaken = taken.has(key);
      taken.add(key);
      return isTaken ? [duplicate(`${field}[${index}].ports[${portIndex}].hostPort`, key)] : [];
    }),
  );
}
