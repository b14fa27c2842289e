import type { EndpointSubset, Endpoints, Pod, Service, ServicePort } from '../../../api/kinds/core-v1.generated.ts';
import { isLocalService } from '../../../api/local-service.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { badRequest, notFound, serviceUnavailable } from '../../../api/status.ts';
import { callLocalService } from '../../aggregation/call-local-service.ts';
import type { Call, Endpoint } from '../../context/call.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { requestOfFetch } from '../../http/fetch/fetch-messages.ts';
import { readBody } from '../../http/read-body.ts';
import { admitConnection } from './admit-connection.ts';
import { joinHostPort, kubeletOf, kubeletTrust } from './kubelet.ts';
import { proxyRequest, proxyTo, readProxyTarget } from './proxy-request.ts';
import { isIpAddress, isProxyable } from './proxyable-address.ts';

/** Rejects addresses that would let a client reach the server's own machine and network. @throws StatusError 400 */
const requireProxyable = (address: string): void => {
  if (!isProxyable(address)) throw badRequest('address not allowed');
};

/** Rejects hosts that denote such an address in any notation, without resolving them. @throws StatusError 400 */
function requireProxyableHost(host: string): void {
  const address = `http://${joinHostPort(host, '80')}`;
  const { hostname } = new URL(URL.canParse(address) ? address : 'http://localhost');
  const name = hostname.replace(/^\[|\]$|\.$/g, '');
  if (/^(.+\.)?localhost$/.test(name)) throw badRequest('address not allowed');
  if (isIpAddress(name)) requireProxyable(name);
}

/** `nodes/<name>/proxy`: the kubelet of a node, or another port of the node. */
export const nodeProxy: Endpoint = async (call) => {
  await admitConnection(call);
  const { scheme, name, port } = readProxyTarget('node', call.info.name);
  const kubelet = await kubeletOf(call.server, name);
  if (port === '' || port === kubelet.port) {
    return proxyRequest(call, `https://${joinHostPort(kubelet.hostname, kubelet.port)}`, kubeletTrust(call.server));
  }
  requireProxyableHost(kubelet.hostname);
  return proxyRequest(call, `${scheme || 'http'}://${joinHostPort(kubelet.hostname, port)}`, INSECURE);
};

/** As in the real server: the authorities of pods and services are unknown, and the resolved address decides. */
const INSECURE = { insecureSkipVerify: true, checkAddress: requireProxyable };

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

/** `services/<name>/proxy`: a ready address of the service's Endpoints, or the code of a local service. */
export const serviceProxy: Endpoint = async (call) => {
  await admitConnection(call);
  const { server, info } = call;
  const { scheme, name, port } = readProxyTarget('service', info.name);
  const service = await server.reader.get<Service>('', 'services', info.namespace, name);
  if (!service) throw notFound({ group: '', resource: 'services' }, name);
  if (isLocalService(service)) return proxyToCode(call, service, portOf(service, port));
  const address = await addressOfService(call, service, port);
  return proxyRequest(call, `${scheme || 'http'}://${address}`, INSECURE);
};

function proxyToCode(call: Call, { metadata }: Service, port: number): Promise<ApiResponse> {
  const { name = '', namespace = '' } = metadata;
  const printed = (lines: readonly string[]): void => call.trace?.printed(lines);
  return proxyTo(call, `http://${name}.${namespace}.svc:${port}`, async (forwarded) => {
    const { method, headers } = forwarded;
    const { pathname: path, search } = new URL(forwarded.url);
    const request = {
      method,
      path,
      query: search.slice(1),
      headers,
      body: await readBody(requestOfFetch(forwarded)),
      printed,
    };
    return callLocalService(call.server.callService, { namespace, name, port }, request);
  });
}

async function addressOfService({ server, info }: Call, service: Service, port: string): Promise<string> {
  const portName = isNumber(port) ? (numberedPort(service, port).name ?? '') : port;
  const endpoints = await server.reader.get<Endpoints>('', 'endpoints', info.namespace, service.metadata.name ?? '');
  const reachable = (endpoints?.subsets ?? []).flatMap((subset) => addressesOf(subset, portName));
  const usable = reachable.filter(({ ip }) => isProxyable(ip));
  if (reachable.length && !usable.length) throw badRequest('address not allowed');
  const chosen = usable[randomIndex(server, usable.length)];
  if (!chosen) throw noEndpoints(service);
  return joinHostPort(chosen.ip, String(chosen.port));
}

/**
 * Returns the number of the port that a proxy path names by number or name. An empty name means the port without a
 * name.
 */
function portOf(service: Service, port: string): number {
  const found = isNumber(port)
    ? numberedPort(service, port)
    : service.spec?.ports?.find(({ name = '' }) => name === port);
  if (!found) throw noEndpoints(service);
  return found.port;
}

const isNumber = (port: string): boolean => /^\d+$/.test(port);

function numberedPort({ metadata, spec }: Service, number: string): ServicePort {
  const port = (spec?.ports ?? []).find((each) => each.port === Number(number));
  if (port) return port;
  throw serviceUnavailable(`no service port ${Number(number)} found for service ${JSON.stringify(metadata.name)}`);
}

const noEndpoints = ({ metadata }: Service): Error =>
  serviceUnavailable(`no endpoints available for service ${JSON.stringify(metadata.name)}`);

const addressesOf = ({ addresses, ports }: EndpointSubset, portName: string): { ip: string; port: number }[] =>
  (ports ?? [])
    .filter(({ name }) => (name ?? '') === portName)
    .flatMap(({ port }) => (addresses ?? []).map(({ ip }) => ({ ip, port })));

const randomIndex = ({ random }: ServerContext, length: number): number => (random.bytes(1)[0] ?? 0) % (length || 1);
