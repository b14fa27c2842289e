import type { Clock } from '../../api/environment.ts';
import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import { ContainerFiles, type WrittenFiles } from './files.ts';

/** What a process sees of the container that it runs in. */
export interface ContainerSystem {
  readonly clock: Clock;
  readonly hostname: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly workingFolder: string;
  /** The container's own process. */
  readonly mainCommand: string;
  readonly user: number;
  readonly files: ContainerFiles;
}

const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Returns what processes in a container of a pod see. `written`: what they have written before. */
export function containerSystem(clock: Clock, pod: Pod, container: Container, written?: WrittenFiles): ContainerSystem {
  const { spec, metadata } = pod;
  const hostname = spec?.hostNetwork ? (spec.nodeName ?? '') : (spec?.hostname ?? metadata.name ?? '').slice(0, 63);
  const command = [...(container.command ?? []), ...(container.args ?? [])].join(' ');
  const user = container.securityContext?.runAsUser ?? spec?.securityContext?.runAsUser ?? 0;
  return {
    clock,
    hostname,
    environment: environmentOf(pod, container, hostname, user),
    workingFolder: container.workingDir || '/',
    mainCommand: command || (container.image ?? '').replace(/^.*\//, '').replace(/[:@].*$/, ''),
    user,
    files: new ContainerFiles(filesOf(pod, hostname), written),
  };
}

function environmentOf(pod: Pod, { env }: Container, hostname: string, user: number): Map<string, string> {
  const values = new Map([
    ['PATH', SEARCH_PATH],
    ['HOSTNAME', hostname],
    ['HOME', user === 0 ? '/root' : '/'],
  ]);
  for (const { name, value, valueFrom } of env ?? []) {
    const own = valueFrom ? fieldOf(pod, valueFrom.fieldRef?.fieldPath) : (value ?? '');
    if (own !== undefined) values.set(name, expanded(own, values));
  }
  return values;
}

/** Replaces `$(NAME)` by values that were set before; `$$` stands for a dollar sign. */
const expanded = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(/\$\$|\$\(([\w.-]+)\)/g, (found, name?: string) =>
    name === undefined ? '$' : (values.get(name) ?? found),
  );

function fieldOf({ metadata, spec, status }: Pod, path = ''): string | undefined {
  const labels = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path);
  if (labels) return metadata[labels[1] === 'labels' ? 'labels' : 'annotations']?.[labels[2] ?? ''] ?? '';
  const fields: Readonly<Record<string, string | undefined>> = {
    'metadata.name': metadata.name,
    'metadata.namespace': metadata.namespace,
    'metadata.uid': metadata.uid,
    'spec.nodeName': spec?.nodeName,
    'spec.serviceAccountName': spec?.serviceAccountName,
    'status.hostIP': status?.hostIP,
    'status.podIP': status?.podIP,
  };
  return fields[path];
}

function filesOf({ metadata, status }: Pod, hostname: string): Map<string, string> {
  const hosts = [
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    `${status?.podIP ?? ''}\t${hostname}`,
  ];
  return new Map([
    ['/etc/hostname', `${hostname}\n`],
    ['/etc/hosts', `# Kubernetes-managed hosts file.\n${hosts.join('\n')}\n`],
    ['/etc/passwd', 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n'],
    [
      '/etc/resolv.conf',
      `search ${metadata.namespace}.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5\n`,
    ],
  ]);
}
