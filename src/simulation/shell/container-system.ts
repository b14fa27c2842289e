import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type { Clock } from '../../api/environment.ts';
import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import { addEnvironment, expanded } from '../config/environment.ts';
import type { PodConfig } from '../config/pod-config.ts';
import { configAt } from '../config/pod-configs.ts';
import { serviceLinksOf } from '../config/service-links.ts';
import { hasOwnFiles, mountedFiles, mountOf, type OwnFile, placeOf } from '../config/volume-files.ts';
import { agnhostCommand, agnhostRole, isServer } from '../images/agnhost.ts';
import { webServerOf } from '../images/web-server.ts';
import { statusOf } from '../kubelet/containers.ts';
import { ContainerFiles, type WrittenFiles } from './files.ts';
import type { ContainerNetwork } from './network.ts';

type Environment = ReadonlyMap<string, string>;

/** The container as its processes see it. */
export interface ContainerSystem {
  readonly clock: Clock;
  readonly hostname: string;
  readonly environment: Environment;
  readonly workingFolder: string;
  /** The container's own process. */
  readonly mainCommand: string;
  readonly user: number;
  /** The groups of its processes; the first one owns the files that they write. */
  readonly groups: readonly number[];
  /** Kernel parameters of the pod by name. */
  readonly sysctls: ReadonlyMap<string, string>;
  /** Whether its processes may change the network of the pod. */
  readonly managesNetwork: boolean;
  readonly files: ContainerFiles;
  readonly containerId: string;
  readonly network: ContainerNetwork;
}

const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const NO_NETWORK: ContainerNetwork = () => Promise.resolve(undefined);

/** Returns the system for processes in a container of a pod. `written` has previously written files. */
export function containerSystem(
  clock: Clock,
  pod: Pod,
  container: Container,
  written?: WrittenFiles,
  network = NO_NETWORK,
): ContainerSystem {
  const { spec } = pod;
  const hostname = hostnameOf(pod);
  const command = [...(container.command ?? []), ...(container.args ?? [])].join(' ');
  const user = userOf(pod, container);
  const environment = environmentOf(pod, container, hostname, user, clock.now());
  return {
    clock,
    hostname,
    environment,
    workingFolder: container.workingDir || '/',
    mainCommand: command || (container.image ?? '').replace(/^.*\//, '').replace(/[:@].*$/, ''),
    user,
    groups: groupsOf(pod, container),
    sysctls: new Map((spec?.securityContext?.sysctls ?? []).map(({ name, value }) => [name, value])),
    managesNetwork: managesNetwork(container),
    files: new ContainerFiles(
      ownFiles(clock, pod, container, hostname, environment),
      written,
      (path) => isWritable(pod, container, path),
      (path) => placeOf(container, environment, path),
    ),
    network,
    containerId: statusOf(pod, container.name)?.containerID ?? '',
  };
}

/** Returns the groups of a container's processes: its own, and those that the pod adds. */
function groupsOf({ spec }: Pod, { securityContext }: Container): number[] {
  const { runAsGroup = 0, supplementalGroups = [], fsGroup } = spec?.securityContext ?? {};
  const added = [...supplementalGroups, ...(fsGroup === undefined ? [] : [fsGroup])];
  return [...new Set([securityContext?.runAsGroup ?? runAsGroup, ...added])];
}

/** Paths of file systems that are in memory, whatever the root is. */
const ALWAYS_WRITABLE = /^\/(dev|proc)\//;

/** Reports whether a path of a container is writable, because its volume or the root is not read-only. */
function isWritable({ spec }: Pod, container: Container, path: string): boolean {
  const mount = mountOf(container, path);
  const volume = spec?.volumes?.find(({ name }) => name === mount?.name);
  if (mount && volume) return !mount.readOnly && !hasOwnFiles(volume);
  if (path === container.terminationMessagePath || ALWAYS_WRITABLE.test(path)) return true;
  return !container.securityContext?.readOnlyRootFilesystem;
}

function managesNetwork({ securityContext }: Container): boolean {
  const { privileged, capabilities } = securityContext ?? {};
  return Boolean(privileged) || (capabilities?.add ?? []).some((each) => each === 'NET_ADMIN' || each === 'ALL');
}

/** Kubernetes' privilege test. Its program belongs to root and runs as root where that is allowed. */
const PRIVILEGE_TEST = /(^|\/)nonewprivs([:@]|$)/;

/** Images that run their arguments, because they have no entry point. */
const WITHOUT_ENTRY_POINT = /(^|\/)(alpine|busybox|debian|ubuntu)([:@]|$)/;

/** Returns the command of a container with its variables expanded; empty for the unknown command of an image. */
export function commandIn({ environment, user }: ContainerSystem, container: Container): string[] {
  const { image = '', command = [], args = [] } = container;
  // The entrypoint tester prints how it was called.
  const role = agnhostRole(container);
  if (role === 'entrypoint-tester') return ['echo', `[${agnhostCommand(container)?.join(' ')}]`];
  if (role === 'mounttest' || role === 'logs-generator')
    return (agnhostCommand(container) ?? []).slice(1).map((text) => expanded(text, environment));
  if (role === 'pause' || role === 'test-service-account-issuer-discovery')
    return ['agnhost', role, ...(agnhostCommand(container) ?? []).slice(2)];
  // Its servers run until they are stopped, and are no programs of the shell.
  if (role !== undefined && isServer(container)) return [];
  if (command.length === 0 && PRIVILEGE_TEST.test(image))
    return ['echo', `Effective uid: ${container.securityContext?.allowPrivilegeEscalation === false ? user : 0}`];
  if (command.length === 0 && !WITHOUT_ENTRY_POINT.test(image)) return [];
  return [...command, ...args].map((text) => expanded(text, environment));
}

/** Returns the initial variables of a container's processes. @param now milliseconds since 1970 */
export const containerEnvironment = (pod: Pod, container: Container, now: number): Environment =>
  environmentOf(pod, container, hostnameOf(pod), userOf(pod, container), now);

const hostnameOf = ({ spec, metadata }: Pod): string =>
  spec?.hostNetwork ? (spec.nodeName ?? '') : (spec?.hostname ?? metadata.name ?? '').slice(0, 63);

const userOf = ({ spec }: Pod, { securityContext }: Container): number =>
  securityContext?.runAsUser ?? spec?.securityContext?.runAsUser ?? 0;

function environmentOf(pod: Pod, container: Container, hostname: string, user: number, now: number) {
  const values = new Map([
    ['PATH', SEARCH_PATH],
    ['HOSTNAME', hostname],
    ['HOME', user === 0 ? '/root' : '/'],
    ...serviceLinksOf(pod),
  ]);
  addEnvironment(values, pod, container, configAt(pod, now));
  return values;
}

/** Returns the initial files of a container, including the current ones in its volumes. */
function ownFiles(clock: Clock, pod: Pod, container: Container, hostname: string, environment: Environment) {
  let fixed: ReadonlyMap<string, OwnFile> | undefined;
  let last: { readonly config: PodConfig | undefined; readonly files: ReadonlyMap<string, OwnFile> } | undefined;
  return (): ReadonlyMap<string, OwnFile> => {
    const config = configAt(pod, clock.now());
    // Most commands read no files.
    fixed ??= systemFiles(pod, container, hostname);
    if (last?.config !== config || !last)
      last = { config, files: new Map([...fixed, ...mountedFiles({ pod, config }, container, environment)]) };
    return last.files;
  };
}

/** Returns the resolver configuration of a pod: the cluster's, unless its policy differs, and its own. */
function resolverOf({ metadata, spec }: Pod): string {
  const { dnsPolicy, dnsConfig = {} } = spec ?? {};
  const isOwn = dnsPolicy === 'None';
  const domains = [`${metadata.namespace}.svc.cluster.local`, 'svc.cluster.local', 'cluster.local'];
  const searches = [...(isOwn ? [] : domains), ...(dnsConfig.searches ?? [])];
  const servers = [...(isOwn ? [] : ['10.96.0.10']), ...(dnsConfig.nameservers ?? [])];
  const own = (dnsConfig.options ?? []).map(({ name, value }) =>
    value === undefined ? `${name}` : `${name}:${value}`,
  );
  const options = [...(isOwn || own.some((each) => each.startsWith('ndots')) ? [] : ['ndots:5']), ...own];
  return [
    ...(searches.length > 0 ? [`search ${searches.join(' ')}\n`] : []),
    ...servers.map((server) => `nameserver ${server}\n`),
    ...(options.length > 0 ? [`options ${options.join(' ')}\n`] : []),
  ].join('');
}

/** Returns the full name of a pod with a subdomain. */
const fullNameOf = ({ metadata, spec }: Pod, hostname: string): string[] =>
  spec?.subdomain ? [`${hostname}.${spec.subdomain}.${metadata.namespace}.svc.cluster.local`] : [];

function systemFiles(pod: Pod, container: Container, hostname: string): Map<string, OwnFile> {
  const { spec, status } = pod;
  const aliases = (spec?.hostAliases ?? []).map(({ ip, hostnames }) => `${ip}\t${(hostnames ?? []).join('\t')}`);
  const hosts = [
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    [status?.podIP ?? '', ...fullNameOf(pod, hostname), hostname].join('\t'),
    ...(aliases.length > 0 ? ['', '# Entries added by HostAliases.', ...aliases] : []),
  ];
  const { root, page = '' } = webServerOf(container) ?? {};
  const files = {
    ...(root === undefined ? {} : { [`${root}/`]: '', [`${root}/index.html`]: page }),
    '/dev/null': '',
    '/etc/hostname': `${hostname}\n`,
    '/etc/hosts': `# Kubernetes-managed hosts file${spec?.hostNetwork ? ' (host network)' : ''}.\n${hosts.join('\n')}\n`,
    '/etc/passwd': 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n',
    '/etc/resolv.conf': resolverOf(pod),
  };
  return new Map(
    Object.entries(files).map(([path, text]) => [
      path,
      { content: utf8Bytes(text), mode: path.endsWith('/') ? 0o755 : 0o644 },
    ]),
  );
}
