import { type Dialect, kubernetesName } from '../../../api/dialect.ts';
import type { EndpointAddress, EndpointSubset, Endpoints } from '../../../api/kinds/core-v1.generated.ts';
import type { Endpoint, EndpointPort, EndpointSlice } from '../../../api/kinds/discovery-v1.generated.ts';
import { DISCOVERY_GROUP, LAST_APPLIED_ANNOTATION } from '../../../api/kubernetes-names.ts';
import { parseIpAddress } from '../../../api/values/ip-address.ts';
import { isDeepEqual } from '../../workloads/deep-equal.ts';
import { controllerReference } from '../../workloads/pods/controller-reference.ts';
import { packSubsets, portAddresses } from '../endpoints/pack-subsets.ts';
import { LAST_CHANGE_TRIGGER_TIME } from '../services/trigger-times.ts';
import { endpointKey, portsKey, type SliceChanges } from './pack-slices.ts';
import type { AddressType } from './service-endpoint.ts';
import { MANAGED_BY_LABEL, MIRROR_MANAGER, SERVICE_NAME_LABEL, slicePrefix } from './slice-names.ts';

const ENDPOINTS_KIND = { apiVersion: 'v1', kind: 'Endpoints' };
const SKIP_MIRROR_LABEL = kubernetesName('endpointslice.kubernetes.io/skip-mirror');
const LEADER_ANNOTATION = kubernetesName('control-plane.alpha.kubernetes.io/leader');

/** Reports whether Endpoints of a Service without a selector are mirrored. */
export const isMirrored = ({ metadata }: Endpoints, { rename }: Dialect): boolean =>
  metadata.labels?.[rename(SKIP_MIRROR_LABEL)] !== 'true' &&
  metadata.annotations?.[rename(LEADER_ANNOTATION)] === undefined;

export interface MirrorPlan extends SliceChanges {
  /** Addresses that are not IP addresses. */
  readonly invalid: number;
  /** Addresses beyond the limit. */
  readonly skipped: number;
}

interface MirrorGroup {
  readonly ports: readonly EndpointPort[];
  readonly addressType: AddressType;
  readonly endpoints: Map<string, Endpoint>;
}

/**
 * Decides the changes of the slices that mirror Endpoints: one slice for each set of ports and family.
 * @param maximum maximum number of mirrored addresses per subset
 */
export function planMirror(
  endpoints: Endpoints,
  slices: readonly EndpointSlice[],
  dialect: Dialect,
  maximum: number,
): MirrorPlan {
  const { groups, invalid, skipped } = groupAddresses(endpoints, maximum);
  const held = new Map<string, EndpointSlice[]>();
  for (const slice of slices) {
    const key = `${slice.addressType} ${portsKey(slice.ports)}`;
    held.set(key, [...(held.get(key) ?? []), slice]);
  }
  const create: EndpointSlice[] = [];
  const update: EndpointSlice[] = [];
  const remove: EndpointSlice[] = [];
  for (const [key, group] of groups) {
    const [first, ...others] = held.get(key) ?? [];
    held.delete(key);
    remove.push(...others);
    const wanted = sliceOf(endpoints, group, first?.metadata.name, dialect);
    if (!first) create.push(wanted);
    else if (!isSameSlice(first, wanted)) update.push(wanted);
  }
  remove.push(...[...held.values()].flat());
  return { ...recycle({ create, update, remove }), invalid, skipped };
}

function groupAddresses({ subsets }: Endpoints, maximum: number) {
  const groups = new Map<string, MirrorGroup>();
  let invalid = 0;
  let skipped = 0;
  for (const subset of packSubsets(portAddresses(subsets ?? []))) {
    const ports = mirroredPorts(subset);
    let added = 0;
    for (const { address, ready } of addressesIn(subset)) {
      if (added >= maximum) {
        skipped += 1;
        continue;
      }
      const version = parseIpAddress(address.ip)?.version;
      if (version === undefined) {
        invalid += 1;
        continue;
      }
      added += 1;
      const addressType = version === 6 ? 'IPv6' : 'IPv4';
      const key = `${addressType} ${portsKey(ports)}`;
      const group = groups.get(key) ?? { ports, addressType, endpoints: new Map<string, Endpoint>() };
      groups.set(key, group);
      const endpoint = endpointOf(address, ready);
      group.endpoints.set(endpointKey(endpoint), endpoint);
    }
  }
  return { groups, invalid, skipped };
}

const addressesIn = ({ addresses = [], notReadyAddresses = [] }: EndpointSubset) => [
  ...addresses.map((address) => ({ address, ready: true })),
  ...notReadyAddresses.map((address) => ({ address, ready: false })),
];

const mirroredPorts = ({ ports = [] }: EndpointSubset): EndpointPort[] =>
  ports.map(({ name = '', port, protocol, appProtocol }) => ({
    name,
    port,
    protocol,
    ...(appProtocol ? { appProtocol } : {}),
  }));

const endpointOf = ({ ip, hostname, nodeName, targetRef }: EndpointAddress, ready: boolean): Endpoint => ({
  addresses: [ip],
  conditions: { ready },
  ...(hostname ? { hostname } : {}),
  ...(nodeName ? { nodeName } : {}),
  ...(targetRef ? { targetRef } : {}),
});

function sliceOf(endpoints: Endpoints, group: MirrorGroup, name: string | undefined, dialect: Dialect): EndpointSlice {
  const { metadata } = endpoints;
  const own = [LAST_CHANGE_TRIGGER_TIME, LAST_APPLIED_ANNOTATION].map((key) => dialect.rename(key));
  const annotations = Object.entries(metadata.annotations ?? {}).filter(([key]) => !own.includes(key));
  return {
    apiVersion: `${dialect.rename(DISCOVERY_GROUP)}/v1`,
    kind: 'EndpointSlice',
    metadata: {
      ...(name ? { name } : { generateName: slicePrefix(metadata.name ?? '') }),
      namespace: metadata.namespace,
      labels: {
        ...metadata.labels,
        [dialect.rename(SERVICE_NAME_LABEL)]: metadata.name ?? '',
        [dialect.rename(MANAGED_BY_LABEL)]: dialect.rename(MIRROR_MANAGER),
      },
      annotations: Object.fromEntries(annotations),
      ownerReferences: [controllerReference(endpoints, ENDPOINTS_KIND)],
    },
    addressType: group.addressType,
    endpoints: [...group.endpoints.values()],
    ports: [...group.ports],
  };
}

const isSameSlice = (held: EndpointSlice, wanted: EndpointSlice): boolean =>
  isDeepEqual(held.metadata.labels ?? {}, wanted.metadata.labels ?? {}) &&
  isDeepEqual(held.metadata.annotations ?? {}, wanted.metadata.annotations ?? {}) &&
  isDeepEqual(byKey(held), byKey(wanted));

/** Returns endpoints by key, because their order does not matter. */
const byKey = ({ endpoints }: EndpointSlice): Record<string, Endpoint> =>
  Object.fromEntries((endpoints ?? []).map((endpoint) => [endpointKey(endpoint), endpoint]));

/** Replaces deletions and creations of slices with updates. */
function recycle({ create, update, remove }: SliceChanges): SliceChanges {
  const created = [...create];
  const recycled: EndpointSlice[] = [];
  const removed = remove.filter((slice) => {
    const index = created.findIndex(({ addressType }) => addressType === slice.addressType);
    const [replacement] = index < 0 ? [] : created.splice(index, 1);
    if (!replacement) return true;
    const { generateName: _, ...metadata } = replacement.metadata;
    recycled.push({ ...replacement, metadata: { ...metadata, name: slice.metadata.name } });
    return false;
  });
  return { create: created, update: [...update, ...recycled], remove: removed };
}
