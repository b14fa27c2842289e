import type { Clock } from '../../api/environment.ts';
import type { ContainerPort, Node, Pod, Service, ServicePort } from '../../api/kinds/core-v1.generated.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';
import { isTypeError } from '../../api/realms.ts';
import { portNumberOf } from '../../api/service-ports.ts';
import { agnhostRole } from '../images/agnhost.ts';
import type { DnsRequest, NetworkRequest, PodSender } from '../shell/network.ts';
import { ClusterDns, type DnsOptions } from './cluster-dns.ts';
import type { PodPorts } from './pod-ports.ts';

const LOOPBACK = '127.0.0.1';
const UDP_PORT = 8081;
/** The default timeout of session affinity. */
const AFFINITY_SECONDS = 10_800;

export interface PodNetworkOptions extends DnsOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly nodes: { list(): readonly Node[] };
  readonly ports: PodPorts;
}

/** The endpoint that a client of a service with session affinity has reached. */
interface Affinity {
  /** The UID of its pod. */
  readonly uid: string;
  /** Milliseconds since 1970 of the last request. */
  readonly at: number;
}

/** The port of a pod that receives a request. */
interface Target {
  readonly pod: Pod;
  readonly port: number;
}

/** A destination on a node: a port at one of its addresses, or at its loopback. */
interface NodePort {
  readonly address: string;
  readonly port: number;
  readonly protocol: string;
}

/** The network of simulated pods: their addresses, those of services, ports of nodes, and DNS names of the cluster. */
export class PodNetwork implements PodSender {
  readonly #options: PodNetworkOptions;
  readonly #dns: ClusterDns;
  /** The next endpoint of each service, by the service's UID. */
  readonly #turns = new BoundedMap<string, number>(1000);
  /** The last endpoint of a client of a service, by the service's UID and the client's address. */
  readonly #affinities = new BoundedMap<string, Affinity>(10_000);

  constructor(options: PodNetworkOptions) {
    this.#options = options;
    this.#dns = new ClusterDns(options);
  }

  async send(from: Pod, request: NetworkRequest): Promise<string | undefined> {
    if (request.protocol === 'dns') return this.lookUp(from, request).join('\n') || undefined;
    if (request.protocol === 'http') {
      const sent = requestOf(request);
      const response = sent && (await this.fetch(from, sent));
      return response?.text();
    }
    const { protocol, host, port, data } = request;
    const target = this.#targetOf(from, host, port, protocol === 'udp' ? 'UDP' : 'TCP');
    if (!target) return undefined;
    if (protocol === 'udp') return answerDatagram(target, data);
    return this.#options.ports.isListening(target.pod, target.port) ? '' : undefined;
  }

  lookUp(from: Pod, request: DnsRequest): string[] {
    return this.#dns.lookUp(from, request);
  }

  /** Sends a pod's request. Resolves with the response; undefined when nothing listens. */
  async fetch(from: Pod, request: Request): Promise<Response | undefined> {
    const { hostname, port } = new URL(request.url);
    const target = this.#targetOf(from, hostname.replace(/^\[|\]$/g, ''), Number(port || 80), 'TCP');
    if (!target || !this.#options.ports.isListening(target.pod, target.port)) return undefined;
    return this.#options.ports.answer(target.pod, target.port, request, this, from);
  }

  #targetOf(from: Pod, host: string, port: number, protocol: string): Target | undefined {
    const [address] = this.#dns.lookUp(from, { host });
    if (address === undefined) return undefined;
    const pod = this.#options.pods.list().find((each) => each.status?.podIP === address && isListed(each, port));
    const ofPort = (each: ServicePort): boolean => (each.protocol ?? 'TCP') === protocol;
    const isNode = this.#options.nodes
      .list()
      .some(({ status }) => status?.addresses?.some((each) => each.address === address));
    const isLocal = address === LOOPBACK && from.spec?.hostNetwork;
    const node = isLocal ? from.status?.hostIP : isNode ? address : undefined;
    const published = node && this.#publishedPort(node, { address, port, protocol });
    if (published) return published;
    for (const service of this.#options.services.list()) {
      const isOwn = [service.spec?.clusterIP, ...(service.spec?.clusterIPs ?? [])].includes(address);
      const found = (service.spec?.ports ?? []).find(
        (each) => ofPort(each) && ((isOwn && each.port === port) || (isNode && each.nodePort === port)),
      );
      const endpoint = found && this.#endpointFor(from, service);
      const number = endpoint && portNumberOf(endpoint, found);
      if (endpoint && number !== undefined) return { pod: endpoint, port: number };
    }
    return pod && { pod, port };
  }

  /** Returns the container port behind a port of a node. @param node its address */
  #publishedPort(node: string, { address, port, protocol }: NodePort): Target | undefined {
    for (const pod of this.#options.pods.list()) {
      if (pod.spec?.hostNetwork || pod.status?.phase !== 'Running' || pod.status.hostIP !== node) continue;
      const found = (pod.spec?.containers ?? [])
        .flatMap(({ ports = [] }) => ports)
        .find((each) => each.hostPort === port && (each.protocol ?? 'TCP') === protocol && opensTo(address, each));
      if (found) return { pod, port: found.containerPort };
    }
    return undefined;
  }

  /** Chooses an endpoint: in turn, or the last one of a client with session affinity, until its timeout. */
  #endpointFor(from: Pod, service: Service): Pod | undefined {
    const endpoints = this.#dns.endpointsOf(service);
    const { uid = '' } = service.metadata;
    const now = this.#options.clock.now();
    const client = `${uid} ${from.status?.podIP}`;
    const { sessionAffinity, sessionAffinityConfig } = service.spec ?? {};
    const isSticky = sessionAffinity === 'ClientIP';
    const known = isSticky ? this.#affinities.get(client) : undefined;
    const { timeoutSeconds = AFFINITY_SECONDS } = sessionAffinityConfig?.clientIP ?? {};
    const isCurrent = known && now - known.at < timeoutSeconds * 1000;
    const last = isCurrent ? endpoints.find(({ metadata }) => metadata.uid === known.uid) : undefined;
    const turn = this.#turns.get(uid) ?? 0;
    const next = last ?? endpoints[turn % endpoints.length];
    if (!last) this.#turns.set(uid, turn + 1);
    if (isSticky && next) this.#affinities.set(client, { uid: next.metadata.uid ?? '', at: now });
    return next;
  }
}

/** Reports whether a container's port is open at an address of its node. */
const opensTo = (address: string, { hostIP = '' }: ContainerPort): boolean =>
  ['', '0.0.0.0', '::', address].includes(hostIP);

/** Returns a request; undefined when it cannot be represented, as with the method TRACE or credentials in the URL. */
function requestOf({ url, method, body }: Extract<NetworkRequest, { protocol: 'http' }>): Request | undefined {
  try {
    return new Request(url, { method, body: body ?? null });
  } catch (error) {
    if (isTypeError(error)) return undefined;
    throw error;
  }
}

/** Distinguishes pods in their node's network, which share its address, by their ports. */
const isListed = ({ spec }: Pod, port: number): boolean =>
  !spec?.hostNetwork || (spec.containers ?? []).some(({ ports }) => ports?.some((each) => each.containerPort === port));

/** Returns the response of a server to a datagram; undefined without one. */
function answerDatagram({ pod, port }: Target, data: string): string | undefined {
  const server = pod.spec?.containers?.find((container) => agnhostRole(container) === 'netexec');
  const flag = /--udp-port[= ](\d+)/.exec([...(server?.command ?? []), ...(server?.args ?? [])].join(' '))?.[1];
  if (!server || Number(flag ?? UDP_PORT) !== port) return undefined;
  // A port scan sends no data.
  if (data === '') return '';
  const [, command = '', text = ''] = /^\s*(\S+) ?([\s\S]*?)\n?$/.exec(data) ?? [];
  if (command.toLowerCase() === 'hostname') return pod.metadata.name;
  return command === 'echo' ? text : undefined;
}
