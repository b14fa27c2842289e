import { type Dialect, kubernetesName } from '../../../api/dialect.ts';
import type { EndpointSubset, Endpoints, Pod, Service } from '../../../api/kinds/core-v1.generated.ts';
import { portNumberOf } from '../../../api/service-ports.ts';
import { isDeepEqual } from '../../workloads/deep-equal.ts';
import { isReady } from '../../workloads/pods/pod-state.ts';
import { addressesOf, hasEndpoint, hostnameIn, isHeadless, podReference } from '../services/service-pods.ts';
import { LAST_CHANGE_TRIGGER_TIME } from '../services/trigger-times.ts';
import { type PortAddress, packSubsets } from './pack-subsets.ts';
import { truncateSubsets } from './truncate-subsets.ts';

export const HEADLESS_LABEL = kubernetesName('service.kubernetes.io/headless');
const OVER_CAPACITY = kubernetesName('endpoints.kubernetes.io/over-capacity');

/** Returns the subsets of a Service's pods. */
export function subsetsOf(service: Service, pods: readonly Pod[]): EndpointSubset[] {
  const publishes = service.spec?.publishNotReadyAddresses ?? false;
  const included = pods.filter((pod) => hasEndpoint(pod) && (publishes || !pod.metadata.deletionTimestamp));
  return packSubsets(included.flatMap((pod) => endpointsOf(service, pod, publishes || isReady(pod))));
}

function endpointsOf(service: Service, pod: Pod, isReadyAddress: boolean): PortAddress[] {
  const { ipFamilies, ports = [] } = service.spec ?? {};
  const [ip] = addressesOf(pod, ipFamilies?.[0] === 'IPv6' ? 'IPv6' : 'IPv4');
  if (ip === undefined) return [];
  const hostname = hostnameIn(service, pod);
  const address = {
    ip,
    ...(hostname ? { hostname } : {}),
    nodeName: pod.spec?.nodeName ?? '',
    targetRef: podReference(pod),
  };
  if (ports.length === 0) {
    return isHeadless(service) ? [{ address, isReady: isReadyAddress, port: undefined }] : [];
  }
  return ports.flatMap((servicePort) => {
    const number = portNumberOf(pod, servicePort);
    if (number === undefined) return [];
    const { name, protocol, appProtocol } = servicePort;
    const port = { ...(name ? { name } : {}), port: number, protocol, ...(appProtocol ? { appProtocol } : {}) };
    return [{ address, isReady: isReadyAddress, port }];
  });
}

/** Returns the Endpoints of a Service; undefined when the current ones are up to date. */
export function nextEndpoints(
  service: Service,
  subsets: readonly EndpointSubset[],
  current: Endpoints | undefined,
  { dialect, triggerTime }: { readonly dialect: Dialect; readonly triggerTime: string | undefined },
): Endpoints | undefined {
  const headless = dialect.rename(HEADLESS_LABEL);
  const overCapacity = dialect.rename(OVER_CAPACITY);
  const labels = { ...service.metadata.labels };
  const { [headless]: _, ...heldLabels } = current?.metadata.labels ?? {};
  const isSame =
    isDeepEqual(withoutVersions(current?.subsets ?? []), subsets) &&
    isDeepEqual(heldLabels, labels) &&
    current?.metadata.annotations?.[overCapacity] === undefined;
  if (current && isSame) return undefined;
  const truncated = truncateSubsets(subsets);
  const annotations = {
    ...current?.metadata.annotations,
    [dialect.rename(LAST_CHANGE_TRIGGER_TIME)]: triggerTime,
    [overCapacity]: truncated ? 'truncated' : undefined,
  };
  delete labels[headless];
  return {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: {
      ...(current?.metadata ?? { name: service.metadata.name, namespace: service.metadata.namespace }),
      labels: { ...labels, ...(isHeadless(service) ? { [headless]: '' } : {}) },
      annotations: annotations as Record<string, string>,
    },
    subsets: truncated ?? [...subsets],
  };
}

/** Returns subsets without the versions of pods, which do not count as changes. */
const withoutVersions = (subsets: readonly EndpointSubset[]): EndpointSubset[] =>
  JSON.parse(JSON.stringify(subsets, (key, value) => (key === 'resourceVersion' ? undefined : value)));
