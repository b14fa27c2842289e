import { type Dialect, type KubernetesName, kubernetesName } from '../../../api/dialect.ts';
import type { ContainerPort, PodSpec, PodTemplateSpec } from '../../../api/kinds/core-v1.generated.ts';
import { duplicateWarnings, nodeLabelDeprecation } from '../node/node-label-warnings.ts';
import { fractionalByteWarnings } from '../quantities/fractional-bytes.ts';
import { containerPaths } from './container/container-paths.ts';
import { nodeAffinityWarnings, podAffinityWarnings } from './scheduling/affinity-warnings.ts';

const DEPRECATED_ANNOTATIONS: readonly (readonly [name: KubernetesName, why: string])[] = [
  [
    kubernetesName('scheduler.alpha.kubernetes.io/critical-pod'),
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  ],
  [kubernetesName('security.alpha.kubernetes.io/sysctls'), 'non-functional in v1.11+; use the "sysctls" field instead'],
  [
    kubernetesName('security.alpha.kubernetes.io/unsafe-sysctls'),
    'non-functional in v1.11+; use the "sysctls" field instead',
  ],
];
const SECCOMP_POD = kubernetesName('seccomp.security.alpha.kubernetes.io/pod');
const SECCOMP_CONTAINER = kubernetesName('container.seccomp.security.alpha.kubernetes.io/');
const SECCOMP_TEXT = 'non-functional in v1.27+; use the "seccompProfile" field instead';

/** Volume types that are deprecated or no longer work. */
const DEPRECATED_VOLUMES = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
] as const;

/** Returns warnings about a pod or a template (pkg/api/pod/warnings.go). `field` is its path, empty for a pod. */
export function podWarnings({ metadata, spec }: PodTemplateSpec, field: string, dialect: Dialect): string[] {
  if (!spec) return [];
  const path = field ? `${field}.spec` : 'spec';
  const metadataPath = field ? `${field}.metadata` : 'metadata';
  const annotations = metadata?.annotations ?? {};
  const annotatedSeccomp = (prefix: KubernetesName, name = ''): string[] => {
    const key = dialect.rename(prefix) + name;
    return Object.hasOwn(annotations, key) ? [`${metadataPath}.annotations[${key}]: ${SECCOMP_TEXT}`] : [];
  };
  return [
    ...nodeSelectorWarnings(spec, path, dialect),
    ...nodeAffinityWarnings(spec, path, dialect),
    ...DEPRECATED_ANNOTATIONS.filter(([name]) => Object.hasOwn(annotations, dialect.rename(name))).map(
      ([name, why]) => `${metadataPath}.annotations[${dialect.rename(name)}]: ${why}`,
    ),
    ...volumeWarnings(spec, path),
    ...duplicateWarnings(
      (spec.hostAliases ?? []).map(({ ip }) => ip),
      (index) => `${path}.hostAliases[${index}].ip`,
      'duplicate ip',
    ),
    ...pullSecretWarnings(spec, path),
    ...fractionalByteWarnings(spec.overhead, ['memory', 'ephemeral-storage'], `${path}.overhead`),
    ...(spec.securityContext?.seccompProfile ? [] : annotatedSeccomp(SECCOMP_POD)),
    ...containerPaths(spec, path).flatMap(([{ name, securityContext, resources, env }, container]) => [
      ...(securityContext?.seccompProfile ? [] : annotatedSeccomp(SECCOMP_CONTAINER, name)),
      ...fractionalByteWarnings(resources?.limits, ['memory'], `${container}.resources.limits`),
      ...fractionalByteWarnings(resources?.requests, ['memory'], `${container}.resources.requests`),
      ...fractionalByteWarnings(resources?.limits, ['ephemeral-storage'], `${container}.resources.limits`),
      ...fractionalByteWarnings(resources?.requests, ['ephemeral-storage'], `${container}.resources.requests`),
      ...duplicateEnvironmentWarnings(env ?? [], `${container}.env`),
    ]),
    ...portWarnings(spec, path),
    ...((spec.terminationGracePeriodSeconds ?? 0) < 0
      ? [`${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`]
      : []),
    ...podAffinityWarnings(spec, path),
  ];
}

const nodeSelectorWarnings = ({ nodeSelector }: PodSpec, field: string, dialect: Dialect): string[] =>
  Object.keys(nodeSelector ?? {}).flatMap((key) => {
    const message = nodeLabelDeprecation(key, dialect);
    return message ? [`${field}.nodeSelector[${key}]: ${message}`] : [];
  });

const volumeWarnings = ({ volumes }: PodSpec, field: string): string[] =>
  (volumes ?? []).flatMap((volume, index) => [
    ...DEPRECATED_VOLUMES.filter(([name]) => volume[name]).map(
      ([name, why]) => `${field}.volumes[${index}].${name === 'storageos' ? 'storageOS' : name}: ${why}`,
    ),
    ...fractionalByteWarnings(
      volume.ephemeral?.volumeClaimTemplate?.spec.resources?.requests,
      ['storage'],
      `${field}.volumes[${index}].ephemeral.volumeClaimTemplate.spec.resources.requests`,
    ),
  ]);

function pullSecretWarnings({ imagePullSecrets = [] }: PodSpec, field: string): string[] {
  const path = (index: number) => `${field}.imagePullSecrets[${index}].name`;
  const names = imagePullSecrets.map(({ name }) => name);
  return [
    ...duplicateWarnings(names, path, 'duplicate name'),
    ...names.flatMap((name, index) => (name ? [] : [`${path(index)}: invalid empty name ""`])),
  ];
}

/** A variable that extends its own earlier value is not a duplicate. */
const duplicateEnvironmentWarnings = (
  variables: readonly { name: string; value?: string | undefined }[],
  field: string,
): string[] =>
  variables.flatMap(({ name, value }, index) => {
    const isRepeated = variables.findIndex((other) => other.name === name) < index;
    const earlier = `$(${name})`;
    return isRepeated && (value === earlier || !value?.includes(earlier))
      ? [`${field}[${index}]: hides previous definition of "${name}"`]
      : [];
  });

const portText = ({ name, hostPort, containerPort, protocol, hostIP }: ContainerPort): string =>
  `{Name:${name ?? ''} HostPort:${hostPort ?? 0} ContainerPort:${containerPort} Protocol:${protocol ?? ''} HostIP:${hostIP ?? ''}}`;

function portWarnings(spec: PodSpec, field: string): string[] {
  const seen: { readonly path: string; readonly port: ContainerPort }[] = [];
  return containerPaths(spec, field).flatMap(([{ ports }, container]) =>
    (ports ?? []).flatMap((port, index) => {
      const path = `${container}.ports[${index}]`;
      const warnings = port.hostIP && !port.hostPort ? [`${path}: hostIP set without hostPort: ${portText(port)}`] : [];
      for (const other of seen) {
        const how = portClash(port, other.port);
        if (how) warnings.push(`${path}: ${how} port definition with ${other.path}`);
      }
      seen.push({ path, port });
      return warnings;
    }),
  );
}

function portClash(a: ContainerPort, b: ContainerPort): string | undefined {
  if (a.containerPort !== b.containerPort || a.protocol !== b.protocol) return undefined;
  const [hostA, hostB] = [a.hostPort ?? 0, b.hostPort ?? 0];
  const [ipA, ipB] = [a.hostIP ?? '', b.hostIP ?? ''];
  if (ipA === ipB && hostA === hostB) return 'duplicate';
  if (hostA === 0 || hostB === 0) return 'overlapping';
  return hostA === hostB && (ipA === '') !== (ipB === '') ? 'dangerously ambiguous' : undefined;
}
