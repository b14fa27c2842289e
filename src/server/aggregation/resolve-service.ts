import type { EndpointSubset, Endpoints, Service } from '../../api/kinds/core-v1.generated.ts';
import { isLocalService } from '../../api/local-service.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import type { ServiceTarget } from '../../api/ports/service-caller.ts';

export interface ResolvedService {
  /** `host:port` as in messages: the cluster IP, or the external name. */
  readonly host: string;
  /** `host:port` to connect to: a ready endpoint instead of a cluster IP, as kube-proxy would choose. */
  readonly address: string;
  /** Whether the service is implemented by code in the cluster. */
  readonly isLocal: boolean;
}

type Reader = Pick<ObjectReader, 'get'>;

/** Finds the address of a service. @throws Error with the message of the real server's resolver */
export async function resolveService(reader: Reader, target: ServiceTarget): Promise<ResolvedService> {
  const { namespace, name, port } = target;
  const service = await reader.get<Service>('', 'services', namespace, name);
  if (!service) throw new Error(`service ${JSON.stringify(name)} not found`);
  const { type = 'ClusterIP', clusterIP = '', externalName = '', ports = [] } = service.spec ?? {};
  if (type === 'ExternalName') {
    const host = joinHostPort(externalName, port);
    return { host, address: host, isLocal: isLocalService(service) };
  }
  if (clusterIP === 'None') throw new Error('cannot route to service with ClusterIP "None"');
  const found = ports?.find((each) => each.port === port);
  if (!found) throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`);
  const host = joinHostPort(clusterIP, port);
  const endpoints = await reader.get<Endpoints>('', 'endpoints', namespace, name);
  const [ready] = (endpoints?.subsets ?? []).flatMap((subset) => addressesOf(subset, found.name ?? ''));
  return { host, address: ready ?? host, isLocal: isLocalService(service) };
}

const addressesOf = ({ addresses, ports }: EndpointSubset, portName: string): string[] =>
  (ports ?? [])
    .filter(({ name }) => (name ?? '') === portName)
    .flatMap(({ port }) => (addresses ?? []).map(({ ip }) => joinHostPort(ip, port)));

const joinHostPort = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
