import type { Pod, Service } from '../../../api/kinds/core-v1.generated.ts';
import type { Endpoint, EndpointPort } from '../../../api/kinds/discovery-v1.generated.ts';
import { portNumberOf } from '../../../api/service-ports.ts';
import { isReady } from '../../workloads/pods/pod-state.ts';
import { addressesOf, hostnameIn, isHeadless, podReference } from '../services/service-pods.ts';

export type AddressType = 'IPv4' | 'IPv6';

/** Returns the endpoint of a pod in a Service. It has no addresses if the pod has none of the family. */
export function endpointOf(
  pod: Pod,
  service: Service,
  { family, zone }: { readonly family: AddressType; readonly zone: string | undefined },
): Endpoint {
  const serving = isReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating);
  const hostname = hostnameIn(service, pod);
  return {
    addresses: addressesOf(pod, family),
    conditions: { ready, serving, terminating },
    ...(hostname ? { hostname } : {}),
    targetRef: podReference(pod),
    ...(pod.spec?.nodeName ? { nodeName: pod.spec.nodeName } : {}),
    ...(zone ? { zone } : {}),
  };
}

/** Returns the ports of a Service as resolved for a pod. */
export function endpointPortsOf(service: Service, pod: Pod): EndpointPort[] {
  const { ports = [] } = service.spec ?? {};
  if (ports.length === 0 && isHeadless(service)) return [];
  return ports.flatMap((servicePort) => {
    const port = portNumberOf(pod, servicePort);
    const { name = '', protocol, appProtocol } = servicePort;
    return port === undefined ? [] : [{ name, protocol, port, ...(appProtocol ? { appProtocol } : {}) }];
  });
}
