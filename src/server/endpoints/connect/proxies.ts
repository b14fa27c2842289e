import type { EndpointSubset, Endpoints, Pod, Service } from '../../../api/kinds/core-v1.generated.ts';
import { badRequest, notFound, serviceUnavailable } from '../../../api/status.ts';
import type { Call, Endpoint } from '../../context/call.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { admitConnection } from './admit-connection.ts';
import { joinHostPort, kubeletOf, kubeletTrust } from './kubelet.ts';
import { proxyRequest, readProxyTarget } from './proxy-request.ts';
import { isIpAddress, isProxyable } from './proxyable-address.ts';

/** Rejects addresses that would let a client reach the server's own machine and network. */
const requireProxyable = (address: string): void => {
  if (isIpAddress(address) && !isProxyable(address)) throw badRequest('address not allowed');
};

/** `nodes/<name>/proxy`: the kubelet of a node, or another port of the node. */
export const nodeProxy: Endpoint = async (call) => {
  await admitConnection(call);
  const { scheme, name, port } = readProxyTarget('node', call.info.name);
  const kubelet = await kubeletOf(call.server, name);
  if (port === '' || port === kubelet.port) {
    return proxyRequest(call, `https://${joinHostPort(kubelet.hostname, kubelet.port)}`, kubeletTrust(call.server));
  }
  requireProxyable(kubelet.hostname);
  return proxyRequest(call, `${scheme || 'http'}://${joinHostPort(kubelet.hostname, port)}`, INSECURE);
};

/** As in the real server: the authorities of pods and services are unknown. */
const INSECURE = { insecureSkipVerify: true };

/** `pods/<name>/proxy`: a port of a pod, by default the first container port. */
export const podProxy: Endpoint = async (call) => {
  await admitConnection(call);
  const { scheme, name, port } = readProxyTarget('pod', call.info.name);
  const pod = await call.server.reader.get<Pod>('', 'pods', call.info.namespace, name);
  if (!pod) throw notFound({ group: '', resource: 'pods' }, name);
  const ports = (pod.spec?.containers ?? []).flatMap(({ ports }) => ports ?? []);
  const target = port || (ports[0] && String(ports[0].containerPort));
  const address = pod.status?.podIP ?? '';
  if (!isIpAddress(address) || !isProxyable(address)) throw badRequest('address not allowed');
  const host = target ? joinHostPort(address, target) : address;
  return proxyRequest(call, `${scheme || 'http'}://${host}`, INSECURE);
};

/** `services/<name>/proxy`: a ready address of the service's Endpoints. */
export const serviceProxy: Endpoint = async (call) => {
  await admitConnection(call);
  const { scheme, name, port } = readProxyTarget('service', call.info.name);
  const address = await addressOfService(call, name, port);
  return proxyRequest(call, `${scheme || 'http'}://${address}`, INSECURE);
};

async function addressOfService({ server, info }: Call, name: string, port: string): Promise<string> {
  const service = await server.reader.get<Service>('', 'services', info.namespace, name);
  if (!service) throw notFound({ group: '', resource: 'services' }, name);
  const portName = /^\d+$/.test(port) ? portNameOf(service, Number(port)) : port;
  const endpoints = await server.reader.get<Endpoints>('', 'endpoints', info.namespace, name);
  const reachable = (endpoints?.subsets ?? []).flatMap((subset) => addressesOf(subset, portName));
  const usable = reachable.filter(({ ip }) => isProxyable(ip));
  if (reachable.length && !usable.length) throw badRequest('address not allowed');
  const chosen = usable[randomIndex(server, usable.length)];
  if (!chosen) throw serviceUnavailable(`no endpoints available for service ${JSON.stringify(name)}`);
  return joinHostPort(chosen.ip, String(chosen.port));
}

function portNameOf({ metadata, spec }: Service, number: number): string {
  const port = (spec?.ports ?? []).find((each) => each.port === number);
  if (port) return port.name ?? '';
  throw serviceUnavailable(`no service port ${number} found for service ${JSON.stringify(metadata?.name)}`);
}

const addressesOf = ({ addresses, ports }: EndpointSubset, portName: string): { ip: string; port: number }[] =>
  (ports ?? [])
    .filter(({ name }) => (name ?? '') === portName)
    .flatMap(({ port }) => (addresses ?? []).map(({ ip }) => ({ ip, port })));

const randomIndex = ({ random }: ServerContext, length: number): number => (random.bytes(1)[0] ?? 0) % (length || 1);
