import { utf8Length } from '../../../api/encoding/utf8.ts';
import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../../api/field-error.ts';
import type { PodSpec, WindowsSecurityContextOptions } from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Subdomain } from '../../../api/names.ts';
import { checkMembers } from '../../member-rules.ts';
import { containerPaths } from './container/container-paths.ts';

const MAXIMUM_SPEC_KIB = 64;

export const validateWindowsOptions = checkMembers<WindowsSecurityContextOptions>({
  gmsaCredentialSpecName: { format: isDns1123Subdomain },
  gmsaCredentialSpec(spec, field) {
    if (spec === '') return [invalid(field, '', 'gmsaCredentialSpec cannot be an empty string')];
    if (utf8Length(spec) <= MAXIMUM_SPEC_KIB * 1024) return [];
    return [invalid(field, spec, `gmsaCredentialSpec size must be under ${MAXIMUM_SPEC_KIB} KiB`)];
  },
  runAsUserName: validateUserName,
});

const NET_BIOS_NAME = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const DNS_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const DNS_NAME = new RegExp(`^${DNS_LABEL}(?:\\.${DNS_LABEL})*$`);

/** Validates `user` or `domain\user`. */
function validateUserName(name: string, field: string): FieldError[] {
  const wrong = (detail: string) => invalid(field, name, detail);
  if (name === '') return [wrong('runAsUserName cannot be an empty string')];
  if (/\p{Cc}/u.test(name)) return [wrong('runAsUserName cannot contain control characters')];
  const parts = name.split('\\');
  if (parts.length > 2) return [wrong('runAsUserName cannot contain more than one backslash')];
  const [user = '', domain] = parts.toReversed();
  const errors: FieldError[] = [];
  if (domain !== undefined) {
    if (utf8Length(domain) >= 256) errors.push(wrong("runAsUserName's Domain length must be under 256 characters"));
    if (!NET_BIOS_NAME.test(domain) && !DNS_NAME.test(domain))
      errors.push(wrong("runAsUserName's Domain doesn't match the NetBios nor the DNS format"));
  }
  if (user === '') errors.push(wrong("runAsUserName's User cannot be empty"));
  if (utf8Length(user) > 104) errors.push(wrong("runAsUserName's User length must not be longer than 104 characters"));
  if (/^[. ]+$/.test(user)) errors.push(wrong("runAsUserName's User cannot contain only periods or spaces"));
  if (/["/\\[\]:;|=,+*?<>@]/.test(user)) {
    errors.push(wrong('runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]'));
  }
  return errors;
}

/** Requires that either all or no containers are host processes, and that those use the host network. */
export function validateHostProcesses(spec: PodSpec, field: string): FieldError[] {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  const containers = containerPaths(spec, field);
  const own = containers.map(([{ securityContext }]) => securityContext?.windowsOptions?.hostProcess);
  const errors = containers.flatMap(([, path], index) => {
    const ofContainer = own[index];
    if (ofPod == null || ofContainer == null || ofPod === ofContainer) return [];
    const detail = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
    return [invalid(`${path}.securityContext.windowsOptions.hostProcess`, ofContainer, detail)];
  });
  const count = own.filter((ofContainer) => ofContainer ?? ofPod).length;
  if (count === 0) return errors;
  if (count !== containers.length) {
    const detail = 'If pod contains any hostProcess containers then all containers must be HostProcess containers';
    errors.push(invalid(field, '', detail));
  }
  if (!spec.hostNetwork) {
    const detail = 'hostNetwork must be true if pod contains any hostProcess containers';
    errors.push(invalid(`${field}.hostNetwork`, false, detail));
  }
  return errors;
}

const SYSTEMS = ['linux', 'windows'];
const LINUX_ERROR = 'windows options cannot be set for a linux pod';
const WINDOWS_ERROR = 'cannot be set for a windows pod';

/** Rejects fields that the pod's operating system does not support. */
export function validateOperatingSystem(spec: PodSpec, field: string): FieldError[] {
  if (!spec.os) return [];
  const { name } = spec.os;
  if (!name) return [required(`${field}.os.name`, 'cannot be empty')];
  if (!SYSTEMS.includes(name)) return [notSupported(`${field}.os`, name, SYSTEMS)];
  return name === 'linux' ? validateLinux(spec, field) : validateWindows(spec, field);
}

const validateLinux = (spec: PodSpec, field: string): FieldError[] => [
  ...(spec.securityContext?.windowsOptions
    ? [forbiddenField(`${field}.securityContext.windowsOptions`, LINUX_ERROR)]
    : []),
  ...containerPaths(spec, field).flatMap(([container, path]) =>
    container.securityContext?.windowsOptions
      ? [forbiddenField(`${path}.securityContext.windowsOptions`, LINUX_ERROR)]
      : [],
  ),
];

const CONTAINER_FIELDS = [
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
] as const;

function validateWindows(spec: PodSpec, field: string): FieldError[] {
  const { securityContext: context = {} } = spec;
  const present: readonly (readonly [string, boolean])[] = [
    ['securityContext.seLinuxOptions', Boolean(context.seLinuxOptions)],
    ['hostPID', Boolean(spec.hostPID)],
    ['hostIPC', Boolean(spec.hostIPC)],
    ['securityContext.seccompProfile', Boolean(context.seccompProfile)],
    ['securityContext.fsGroup', context.fsGroup != null],
    ['securityContext.fsGroupChangePolicy', context.fsGroupChangePolicy != null],
    ['securityContext.sysctls', Boolean(context.sysctls?.length)],
    ['shareProcessNamespace', spec.shareProcessNamespace != null],
    ['securityContext.runAsUser', context.runAsUser != null],
    ['securityContext.runAsGroup', context.runAsGroup != null],
    ['securityContext.supplementalGroups', context.supplementalGroups != null],
  ];
  return [
    ...present.filter(([, isSet]) => isSet).map(([name]) => forbiddenField(`${field}.${name}`, WINDOWS_ERROR)),
    ...containerPaths(spec, field).flatMap(([{ securityContext }, path]) =>
      CONTAINER_FIELDS.filter((name) => securityContext?.[name] != null).map((name) =>
        forbiddenField(`${path}.securityContext.${name}`, WINDOWS_ERROR),
      ),
    ),
  ];
}
