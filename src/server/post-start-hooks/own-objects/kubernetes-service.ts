import { kubernetesName } from '../../../api/dialect.ts';
import type { EndpointSubset, Endpoints, Service, ServicePort } from '../../../api/kinds/core-v1.generated.ts';
import type { EndpointSlice } from '../../../api/kinds/discovery-v1.generated.ts';
import { CORE_GROUP, DISCOVERY_GROUP } from '../../../api/kubernetes-names.ts';
import { ipAddressText, parseIpAddress } from '../../../api/values/ip-address.ts';
import { apiServerAddress } from '../../../api/values/service-ranges.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { writeOwnObject } from './write-own-object.ts';

const SKIP_MIRROR_LABEL = kubernetesName('endpointslice.kubernetes.io/skip-mirror');
const SERVICE_NAME_LABEL = kubernetesName('kubernetes.io/service-name');

const NAME = 'kubernetes';
const NAMESPACE = 'default';
const SERVICE_PORT = 443;

/** Where clients reach the servers. */
export interface PublicAddresses {
  /** Sorted. */
  readonly addresses: readonly string[];
  readonly port: number;
}

/**
 * Keeps the Service `kubernetes`, its Endpoints and its EndpointSlice. Like the real server, only creates a missing
 * Service unless `isStart`, which also corrects the port of an existing one.
 */
export async function keepKubernetesService(
  server: ServerContext,
  { addresses, port }: PublicAddresses,
  isStart: boolean,
): Promise<void> {
  await keepService(server, port, isStart);
  const subsets: EndpointSubset[] = [
    { addresses: addresses.map((ip) => ({ ip })), ports: [{ name: 'https', port, protocol: 'TCP' }] },
  ];
  const skipMirror = { [server.dialect.rename(SKIP_MIRROR_LABEL)]: 'true' };
  await writeOwnObject<Endpoints>(server, {
    ...{ group: CORE_GROUP, resource: 'endpoints', namespace: NAMESPACE, name: NAME },
    desired: (live) =>
      live && isSame(live.subsets, subsets) && hasLabels(live, skipMirror)
        ? undefined
        : { metadata: withLabels(live, skipMirror), subsets },
  });
  await keepSlice(server, { addresses, port });
}

async function keepService(server: ServerContext, port: number, isStart: boolean): Promise<void> {
  const ports: ServicePort[] = [{ name: 'https', port: SERVICE_PORT, protocol: 'TCP', targetPort: port }];
  await writeOwnObject<Service>(server, {
    ...{ group: CORE_GROUP, resource: 'services', namespace: NAMESPACE, name: NAME },
    desired(live) {
      if (!live)
        return {
          metadata: { labels: { component: 'apiserver', provider: 'kubernetes' } },
          spec: {
            ports,
            clusterIP: ipAddressText(apiServerAddress(server.serviceRanges)),
            ipFamilyPolicy: 'SingleStack',
            sessionAffinity: 'None',
            type: 'ClusterIP',
          },
        };
      if (!isStart || isSame(live.spec?.ports, ports)) return undefined;
      return { metadata: live.metadata, spec: { ...live.spec, ports } };
    },
  });
}

async function keepSlice(server: ServerContext, { addresses, port }: PublicAddresses): Promise<void> {
  const addressType = `IPv${parseIpAddress(addresses[0] ?? '')?.version}`;
  const endpoints = addresses.map((address) => ({ addresses: [address], conditions: { ready: true } }));
  const ports = [{ name: 'https', port, protocol: 'TCP' }];
  const serviceName = { [server.dialect.rename(SERVICE_NAME_LABEL)]: NAME };
  await writeOwnObject<EndpointSlice>(server, {
    ...{ group: DISCOVERY_GROUP, resource: 'endpointslices', namespace: NAMESPACE, name: NAME },
    desired: (live) =>
      live && isSame(live.endpoints, endpoints) && isSame(live.ports, ports) && hasLabels(live, serviceName)
        ? undefined
        : { metadata: withLabels(live, serviceName), addressType, endpoints, ports },
  });
}

type Labelled = Pick<Endpoints, 'metadata'>;

const hasLabels = ({ metadata }: Labelled, labels: Readonly<Record<string, string>>): boolean =>
  Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value);

const withLabels = (live: Labelled | undefined, labels: Readonly<Record<string, string>>) => ({
  ...live?.metadata,
  labels: { ...live?.metadata.labels, ...labels },
});

/** Reports whether two JSON values are equal. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return one === other;
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]));
}
