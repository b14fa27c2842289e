import type { Dialect } from '../../../api/dialect.ts';
import { duplicate, type FieldError, forbiddenField, internalFieldError, invalid } from '../../../api/field-error.ts';
import type { ContainerStatus, Pod, PodIP, PodSpec, PodStatus } from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Subdomain, isQualifiedName } from '../../../api/names.ts';
import { isValidIp, parseIpAddress } from '../../../api/values/ip-address.ts';
import { invalidFor } from '../../field-validation.ts';
import { goSlice, goStruct } from '../../go-text.ts';
import { validatePodAnnotationUpdates } from './pod-annotations.ts';

const SYSTEM_CONDITIONS = ['PodScheduled', 'Ready', 'Initialized', 'ContainersReady'];

/** Keeps the old single field and the list equal. When they differ, the single field wins. */
export function unifyPodIps(status: PodStatus): void {
  if (status.podIP && status.podIP !== status.podIPs?.[0]?.ip) status.podIPs = [{ ip: status.podIP }];
  const first = status.podIPs?.[0]?.ip;
  if (status.podIP !== first) status.podIP = first;
}

/** Validates an update of the status. */
export function validatePodStatusUpdate(pod: Pod, live: Pod, dialect: Dialect): FieldError[] {
  const [status, old] = [pod.status ?? {}, live.status ?? {}];
  const policy = live.spec?.restartPolicy ?? '';
  const spec = pod.spec ?? { containers: null };
  const { annotations } = pod.metadata;
  return [
    ...validatePodAnnotationUpdates(annotations, live.metadata.annotations, spec, 'metadata.annotations', dialect),
    // The path starts with metadata, as in the real server.
    ...(status.conditions ?? []).flatMap(({ type }, index) =>
      SYSTEM_CONDITIONS.includes(type)
        ? []
        : invalidFor(`metadata.conditions[${index}].Type`, type, isQualifiedName(type)),
    ),
    ...(status.nominatedNodeName && status.nominatedNodeName !== old.nominatedNodeName
      ? invalidFor('status.nominatedNodeName', status.nominatedNodeName, isDns1123Subdomain(status.nominatedNodeName))
      : []),
    ...validateTransitions(status.containerStatuses, old.containerStatuses, 'status.containerStatuses', policy),
    ...validateTransitions(
      status.initContainerStatuses,
      old.initContainerStatuses,
      'status.initContainerStatuses',
      policy,
    ),
    ...validateTransitions(
      status.ephemeralContainerStatuses,
      old.ephemeralContainerStatuses,
      'status.ephemeralContainerStatuses',
      'Never',
    ),
    ...validateClaimStatuses(status, spec),
    ...(status.podIPs === old.podIPs ? [] : validateIps(status.podIPs, 'status.podIPs', 'core.PodIP')),
    ...(status.hostIPs === old.hostIPs ? [] : validateHostIps(status)),
  ];
}

function validateClaimStatuses({ resourceClaimStatuses = [] }: PodStatus, { resourceClaims }: PodSpec): FieldError[] {
  return resourceClaimStatuses.flatMap(({ name = '', resourceClaimName }, index, all) => {
    const field = `status.resourceClaimStatuses[${index}].name`;
    const isKnown = resourceClaims?.some((claim) => claim.name === name);
    return [
      ...(isKnown ? [] : [invalid(field, name, 'must match the name of an entry in `spec.resourceClaims`')]),
      ...(all.findIndex((status) => (status.name ?? '') === name) < index ? [duplicate(field, name)] : []),
      ...(resourceClaimName == null ? [] : invalidFor(field, resourceClaimName, isDns1123Subdomain(resourceClaimName))),
    ];
  });
}

/** Requires that terminated containers which are not restarted stay terminated. */
function validateTransitions(
  statuses: readonly ContainerStatus[] | undefined,
  live: readonly ContainerStatus[] | undefined,
  field: string,
  restartPolicy: string,
): FieldError[] {
  if (restartPolicy === 'Always') return [];
  return (live ?? []).flatMap((old, index) => {
    const ended = old.state?.terminated;
    if (!ended || (ended.exitCode !== 0 && restartPolicy === 'OnFailure')) return [];
    const next = statuses?.find(({ name }) => name === old.name);
    return next && !next.state?.terminated
      ? [forbiddenField(`${field}[${index}].state`, 'may not be transitioned to non-terminated state')]
      : [];
  });
}

function validateHostIps({ hostIP = '', hostIPs = [] }: PodStatus): FieldError[] {
  const first = hostIPs[0]?.ip ?? '';
  const isOther = hostIPs.length > 0 && hostIP !== first;
  return [
    ...(isOther ? [invalid('status.hostIPs[0].ip', first, 'must be equal to `hostIP`')] : []),
    ...validateIps(hostIPs, 'status.hostIPs', 'core.HostIP'),
  ];
}

/** Requires IPs, at most one of each family. `type` is the Go type of the items. */
function validateIps(items: readonly PodIP[] = [], field: string, type: 'core.HostIP' | 'core.PodIP'): FieldError[] {
  const texts = items.map(({ ip }) => ip ?? '');
  const errors = texts.flatMap((ip, index) => invalidFor(`${field}[${index}]`, ip, isValidIp(ip)));
  if (texts.length < 2) return errors;
  const goIp = (ip: string) => goStruct(type, { IP: ip });
  const versions = texts.map((ip) => parseIpAddress(ip)?.version);
  const bad = versions.indexOf(undefined);
  const families =
    bad < 0
      ? []
      : [internalFieldError(field, `failed to check for dual stack with error:invalid IP[${bad}]: ${texts[bad]}`)];
  if (bad >= 0 || texts.length > 2 || new Set(versions).size < 2) {
    families.push(invalid(field, goSlice(type, texts.map(goIp)), 'may specify no more than one IP for each IP family'));
  }
  const repeated = texts.flatMap((ip, index) =>
    texts.indexOf(ip) < index ? [duplicate(`${field}[${index}]`, goIp(ip))] : [],
  );
  return [...errors, ...(type === 'core.PodIP' ? [...families, ...repeated] : [...repeated, ...families])];
}
