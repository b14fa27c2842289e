import type { Pod, Service } from '../../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import { labelSelectorFromPairs } from '../../../api/selectors/label-selector.ts';
import { parseIpAddress } from '../../../api/values/ip-address.ts';
import type { Informer } from '../../../client/informer.ts';
import { objectKey } from '../../../client/object-key.ts';
import { isDeepEqual } from '../../workloads/deep-equal.ts';
import { isReady } from '../../workloads/pods/pod-state.ts';

export const SERVICES = { group: '', version: 'v1', resource: 'services' };

const NO_KEYS: readonly string[] = [];

/** Reports whether the endpoints of a Service follow its pods. */
export const selectsPods = ({ spec }: Service): boolean =>
  spec?.type !== 'ExternalName' && Object.keys(spec?.selector ?? {}).length > 0;

/** Reports whether a Service has no cluster IP. */
export const isHeadless = ({ spec }: Service): boolean => !spec?.clusterIP || spec.clusterIP === 'None';

/** Returns the pods that a Service selects. */
export const podsOfService = ({ metadata, spec }: Service, pods: Informer<Pod>): Pod[] =>
  pods.list({ namespace: metadata.namespace ?? '', selector: labelSelectorFromPairs(spec?.selector) });

/** Returns the keys of the Services that select a pod. */
export function servicesOfPod({ metadata }: Pod, services: Informer<Service>): readonly string[] {
  let keys = NO_KEYS;
  for (const service of services.list({ namespace: metadata.namespace ?? '' }))
    if (selectsPods(service) && labelSelectorFromPairs(service.spec?.selector).matches(metadata.labels))
      keys = [...keys, objectKey(service)];
  return keys;
}

/** Reports whether the endpoints of a Service may change after an update of a pod. */
export const affectsEndpoints = (pod: Pod, previous: Pod): boolean =>
  // Every update of a pod that is being deleted counts, as in the real controller.
  Boolean(pod.metadata.deletionTimestamp ?? previous.metadata.deletionTimestamp) ||
  isReady(pod) !== isReady(previous) ||
  !isDeepEqual(pod.status?.podIPs ?? [], previous.status?.podIPs ?? []) ||
  pod.spec?.nodeName !== previous.spec?.nodeName ||
  pod.spec?.hostname !== previous.spec?.hostname ||
  pod.spec?.subdomain !== previous.spec?.subdomain ||
  !isDeepEqual(pod.metadata.labels, previous.metadata.labels);

/** Reports whether a pod can be an endpoint: it has an address and has not ended. */
export const hasEndpoint = (pod: Pod): boolean =>
  !hasEnded(pod) && Boolean(pod.status?.podIP || (pod.status?.podIPs ?? []).length > 0);

/** Returns a pod's addresses of one family. */
export const addressesOf = ({ status }: Pod, family: 'IPv4' | 'IPv6'): string[] =>
  (status?.podIPs ?? [])
    .flatMap(({ ip }) => ip ?? [])
    .filter((ip) => parseIpAddress(ip)?.version === (family === 'IPv6' ? 6 : 4));

/** Returns the host name of a pod within a Service; undefined when it has none. */
export const hostnameIn = ({ metadata, spec }: Service, pod: Pod): string | undefined =>
  spec && pod.spec?.hostname && pod.spec.subdomain === metadata.name ? pod.spec.hostname : undefined;

/** Returns an endpoint's reference to its pod. */
export const podReference = ({ metadata: { namespace, name, uid } }: Pod) => ({ kind: 'Pod', namespace, name, uid });
