import type { Dialect } from '../../../api/dialect.ts';
import { duplicate, type FieldError, forbiddenField, invalid } from '../../../api/field-error.ts';
import type { ContainerStatus, Pod, PodStatus } from '../../../api/kinds/core-v1.generated.ts';
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

/** Drops status fields whose features are off. Changes nothing within the parts of the status, which may be the live ones. */
export function dropDisabledStatus(status: PodStatus | undefined, live: PodStatus | undefined): void {
  if (!status) return;
  if (status.hostIPs && !live?.hostIPs) status.hostIPs = undefined;
  if (status.resize && !live?.resize) status.resize = undefined;
  if (status.resourceClaimStatuses && !live?.resourceClaimStatuses) status.resourceClaimStatuses = undefined;
  for (const name of CONTAINER_STATUSES) {
    if (status[name]?.some(hasResources)) status[name] = status[name].map(withoutResources);
  }
}

const CONTAINER_STATUSES = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;

const hasResources = ({ allocatedResources, resources }: ContainerStatus): boolean =>
  allocatedResources !== undefined || resources !== undefined;

const withoutResources = (container: ContainerStatus): ContainerStatus =>
  hasResources(container) ? { ...container, allocatedResources: undefined, resources: undefined } : container;

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
    ...(status.podIPs === old.podIPs ? [] : validatePodIps(status)),
  ];
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

const goPodIp = (ip: string) => goStruct('core.PodIP', { IP: ip });

function validatePodIps({ podIPs = [] }: PodStatus): FieldError[] {
  const field = 'status.podIPs';
  const texts = podIPs.map(({ ip }) => ip ?? '');
  const errors = texts.flatMap((ip, index) => invalidFor(`${field}[${index}]`, ip, isValidIp(ip)));
  if (texts.length < 2) return errors;
  const versions = new Set(texts.map((ip) => parseIpAddress(ip)?.version));
  if (texts.length > 2 || versions.size < 2) {
    errors.push(
      invalid(field, goSlice('core.PodIP', texts.map(goPodIp)), 'may specify no more than one IP for each IP family'),
    );
  }
  for (const [index, ip] of texts.entries()) {
    if (texts.indexOf(ip) < index) errors.push(duplicate(`${field}[${index}]`, goPodIp(ip)));
  }
  return errors;
}
