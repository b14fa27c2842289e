import {
  duplicate,
  type FieldError,
  invalid,
  notSupported,
  required,
  type Verbatim,
} from '../../../api/field-error.ts';
import type {
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
  Sysctl,
} from '../../../api/kinds/core-v1.generated.ts';
import { isInRange } from '../../../api/names.ts';
import { goNil, goPointer, goStruct } from '../../go-text.ts';
import { checkMembers } from '../../member-rules.ts';
import { validateDescendingPath } from '../volume/volume-paths.ts';
import { validateWindowsOptions } from './windows.ts';

const MAXIMUM_ID = 2147483647;
const SECCOMP_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const MAXIMUM_SYSCTL_NAME = 253;
const SYSCTL_NAME = String.raw`^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$`;
const sysctlName = new RegExp(SYSCTL_NAME);

const ID = { format: (id: number) => isInRange(id, 0, MAXIMUM_ID) } as const;

const validateIds = checkMembers<SecurityContext>({
  runAsUser: ID,
  runAsGroup: ID,
  procMount: { oneOf: ['Default', 'Unmasked'] },
  seccompProfile: validateSeccompProfile,
});
const validatePodIds = checkMembers<PodSecurityContext>({
  fsGroup: ID,
  runAsUser: ID,
  runAsGroup: ID,
  supplementalGroups: { each: ID },
});
const validateOfPod = checkMembers<PodSecurityContext>({
  sysctls: validateSysctls,
  fsGroupChangePolicy: { oneOf: ['Always', 'OnRootMismatch'] },
  seccompProfile: validateSeccompProfile,
  windowsOptions: validateWindowsOptions,
});

function validateSeccompProfile(profile: SeccompProfile, field: string): FieldError[] {
  const { type, localhostProfile } = profile;
  const errors: FieldError[] = [];
  if (!type) errors.push(required(`${field}.type`, 'type is required when seccompProfile is set'));
  else if (!SECCOMP_TYPES.includes(type)) errors.push(notSupported(`${field}.type`, type, SECCOMP_TYPES));
  const path = `${field}.localhostProfile`;
  if (type === 'Localhost') {
    if (localhostProfile == null) errors.push(required(path, 'must be set when seccomp type is Localhost'));
    else errors.push(...validateDescendingPath(localhostProfile, path));
  } else if (localhostProfile != null) {
    const shown = goStruct('core.SeccompProfile', { Type: type, LocalhostProfile: goPointer('string') });
    errors.push(invalid(path, shown, 'can only be set when seccomp type is Localhost'));
  }
  return errors;
}

const goOptional = (value: unknown, type: string): Verbatim => (value == null ? goNil(type) : goPointer(type));

const goSecurityContext = (context: SecurityContext): Verbatim =>
  goStruct('core.SecurityContext', {
    Capabilities: goOptional(context.capabilities, 'core.Capabilities'),
    Privileged: goOptional(context.privileged, 'bool'),
    SELinuxOptions: goOptional(context.seLinuxOptions, 'core.SELinuxOptions'),
    WindowsOptions: goOptional(context.windowsOptions, 'core.WindowsSecurityContextOptions'),
    RunAsUser: goOptional(context.runAsUser, 'int64'),
    RunAsGroup: goOptional(context.runAsGroup, 'int64'),
    RunAsNonRoot: goOptional(context.runAsNonRoot, 'bool'),
    ReadOnlyRootFilesystem: goOptional(context.readOnlyRootFilesystem, 'bool'),
    AllowPrivilegeEscalation: goOptional(context.allowPrivilegeEscalation, 'bool'),
    ProcMount: goOptional(context.procMount, 'core.ProcMountType'),
    SeccompProfile: goOptional(context.seccompProfile, 'core.SeccompProfile'),
  });

/** Validates the security context of a container. */
export function validateSecurityContext(context: SecurityContext | undefined, field: string): FieldError[] {
  if (!context) return [];
  const errors = validateIds(context, field);
  if (context.allowPrivilegeEscalation === false) errors.push(...validateNoEscalation(context, field));
  return [...errors, ...validateWindowsOptions(context.windowsOptions, `${field}.windowsOptions`)];
}

function validateNoEscalation(context: SecurityContext, field: string): FieldError[] {
  const because = (what: string) =>
    invalid(field, goSecurityContext(context), `cannot set \`allowPrivilegeEscalation\` to false and ${what}`);
  return [
    ...(context.privileged ? [because('`privileged` to true')] : []),
    ...(context.capabilities?.add ?? [])
      .filter((capability) => capability === 'CAP_SYS_ADMIN')
      .map(() => because('`capabilities.Add` CAP_SYS_ADMIN')),
  ];
}

function validateSysctls(sysctls: readonly Sysctl[], field: string): FieldError[] {
  const names = new Set<string>();
  return sysctls.flatMap(({ name }, index) => {
    const path = `${field}[${index}].name`;
    const isKnown = names.has(name);
    names.add(name);
    if (!name) return [required(path)];
    if (name.length > MAXIMUM_SYSCTL_NAME || !sysctlName.test(name)) {
      return [
        invalid(path, name, `must have at most ${MAXIMUM_SYSCTL_NAME} characters and match regex ${SYSCTL_NAME}`),
      ];
    }
    return isKnown ? [duplicate(path, name)] : [];
  });
}

/** Validates the security context of a pod and the namespaces that it shares with its host. */
export function validatePodSecurityContext(spec: PodSpec, field: string): FieldError[] {
  const context: PodSecurityContext = spec.securityContext ?? {};
  const errors = validatePodIds(context, field);
  if (spec.shareProcessNamespace && spec.hostPID) {
    errors.push(
      invalid(`${field}.shareProcessNamespace`, true, 'ShareProcessNamespace and HostPID cannot both be enabled'),
    );
  }
  return [...errors, ...validateOfPod(context, field)];
}
