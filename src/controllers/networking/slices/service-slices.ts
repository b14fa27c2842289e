import type { Dialect } from '../../../api/dialect.ts';
import type { Node, Pod, Service } from '../../../api/kinds/core-v1.generated.ts';
import type { Endpoint, EndpointPort, EndpointSlice } from '../../../api/kinds/discovery-v1.generated.ts';
import { DISCOVERY_GROUP } from '../../../api/kubernetes-names.ts';
import { isDeepEqual } from '../../workloads/deep-equal.ts';
import { controllerReference } from '../../workloads/pods/controller-reference.ts';
import { HEADLESS_LABEL } from '../endpoints/service-endpoints.ts';
import { hasEndpoint, isHeadless } from '../services/service-pods.ts';
import type { HintsNotice, TopologyHints } from './hints/topology-hints.ts';
import { ZONE_LABEL } from './hints/zone-shares.ts';
import { endpointKey, type PortGroup, packSlices, portsKey, type SliceChanges } from './pack-slices.ts';
import { type AddressType, endpointOf, endpointPortsOf } from './service-endpoint.ts';
import { MANAGED_BY_LABEL, SERVICE_NAME_LABEL, SLICE_MANAGER, slicePrefix } from './slice-names.ts';

const SERVICE_KIND = { apiVersion: 'v1', kind: 'Service' };

export interface SliceInput {
  readonly service: Service;
  readonly pods: readonly Pod[];
  readonly nodeOf: (pod: Pod) => Node | undefined;
  /** The slices that the controller manages for the Service. */
  readonly slices: readonly EndpointSlice[];
  readonly hints: TopologyHints;
  readonly dialect: Dialect;
  /** Maximum number of endpoints per slice. */
  readonly maximum: number;
}

export interface SlicePlan extends SliceChanges {
  /** Pods that are skipped because their node does not exist. */
  readonly skipped: readonly Pod[];
  readonly notices: readonly HintsNotice[];
}

/** Decides the changes of the slices of a Service. */
export function planSlices(input: SliceInput): SlicePlan {
  const { service, slices } = input;
  const families = (service.spec?.ipFamilies ?? ['IPv4']) as AddressType[];
  const foreign = slices.filter(({ addressType }) => !families.includes(addressType as AddressType));
  const plans = families.map((family) => {
    const ofFamily = slices.filter(({ addressType }) => addressType === family);
    return planFamily({ ...input, slices: ofFamily }, family);
  });
  return {
    create: plans.flatMap(({ create }) => create),
    update: plans.flatMap(({ update }) => update),
    remove: [...plans.flatMap(({ remove }) => remove), ...foreign],
    skipped: [...new Set(plans.flatMap(({ skipped }) => skipped))],
    notices: plans.flatMap(({ notices }) => notices),
  };
}

function planFamily(input: SliceInput, family: AddressType): SlicePlan {
  const { service, slices, hints, dialect, maximum } = input;
  const isOwned = ({ metadata }: EndpointSlice): boolean =>
    metadata.ownerReferences?.some(({ uid }) => uid === service.metadata.uid) ?? false;
  const owned = groupSlices(slices.filter(isOwned));
  const { groups, skipped } = groupByPorts(input, family);
  const labels = sliceLabels(service, dialect);
  const newSlice = (ports: readonly EndpointPort[]): EndpointSlice =>
    emptySlice(service, family, ports, labels, dialect);
  const options = { maximum, labels, newSlice };
  const changes = [...groups].map(([key, group]) => packSlices(owned.get(key) ?? [], group, options));
  const create = changes.flatMap((change) => change.create);
  const update = changes.flatMap((change) => change.update);
  const unwanted = [...owned].filter(([key]) => !groups.has(key)).flatMap(([, ofPorts]) => ofPorts);
  const foreign = slices.filter((slice) => !isOwned(slice));
  let remove = [...foreign, ...changes.flatMap((change) => change.remove), ...unwanted];
  if (remove.length === slices.length && create.length === 0) {
    // A Service without endpoints has an empty slice, which shows that the Service has been processed.
    const placeholder = newSlice([]);
    const [only] = remove;
    if (remove.length === 1 && only && isPlaceholder(only, placeholder)) remove = [];
    else create.push(placeholder);
  }
  const changed = new Set([...update, ...remove].map(({ metadata }) => metadata.name));
  const unchanged = slices.filter(({ metadata }) => !changed.has(metadata.name));
  const { notice, ...hinted } = hints.plan(service, family, { create, update, unchanged });
  return { ...recycle({ ...hinted, remove }, isOwned), skipped, notices: notice ? [notice] : [] };
}

function groupSlices(slices: readonly EndpointSlice[]): Map<string, EndpointSlice[]> {
  const groups = new Map<string, EndpointSlice[]>();
  for (const slice of slices) {
    const key = portsKey(slice.ports);
    groups.set(key, [...(groups.get(key) ?? []), slice]);
  }
  return groups;
}

function groupByPorts({ service, pods, nodeOf, dialect }: SliceInput, family: AddressType) {
  const groups = new Map<string, PortGroup & { endpoints: Map<string, Endpoint> }>();
  const skipped: Pod[] = [];
  for (const pod of pods.filter(hasEndpoint)) {
    const ports = endpointPortsOf(service, pod);
    const key = portsKey(ports);
    const group = groups.get(key) ?? { ports, endpoints: new Map<string, Endpoint>() };
    groups.set(key, group);
    const node = nodeOf(pod);
    if (!node && !service.spec?.publishNotReadyAddresses) {
      skipped.push(pod);
      continue;
    }
    const zone = node?.metadata.labels?.[dialect.rename(ZONE_LABEL)];
    const endpoint = endpointOf(pod, service, { family, zone });
    if (endpoint.addresses?.length) group.endpoints.set(endpointKey(endpoint), endpoint);
  }
  return { groups, skipped };
}

function sliceLabels({ metadata, spec }: Service, dialect: Dialect): Record<string, string> {
  const headless = dialect.rename(HEADLESS_LABEL);
  const { [headless]: _, ...labels } = metadata.labels ?? {};
  return {
    ...labels,
    ...(isHeadless({ spec } as Service) ? { [headless]: '' } : {}),
    [dialect.rename(SERVICE_NAME_LABEL)]: metadata.name ?? '',
    [dialect.rename(MANAGED_BY_LABEL)]: dialect.rename(SLICE_MANAGER),
  };
}

function emptySlice(
  service: Service,
  addressType: AddressType,
  ports: readonly EndpointPort[],
  labels: Record<string, string>,
  dialect: Dialect,
): EndpointSlice {
  const { name = '', namespace } = service.metadata;
  return {
    apiVersion: `${dialect.rename(DISCOVERY_GROUP)}/v1`,
    kind: 'EndpointSlice',
    metadata: {
      generateName: slicePrefix(name),
      namespace,
      labels,
      ownerReferences: [controllerReference(service, SERVICE_KIND)],
    },
    addressType,
    endpoints: [],
    ports: [...ports],
  };
}

const isPlaceholder = ({ metadata, endpoints, ports }: EndpointSlice, placeholder: EndpointSlice): boolean =>
  (endpoints ?? []).length === 0 &&
  (ports ?? []).length === 0 &&
  isDeepEqual(metadata.labels, placeholder.metadata.labels) &&
  isDeepEqual(metadata.ownerReferences, placeholder.metadata.ownerReferences);

/** Replaces deletions and creations of slices with updates. */
function recycle(
  { create, update, remove }: SliceChanges,
  mayRecycle: (slice: EndpointSlice) => boolean,
): SliceChanges {
  const left = [...create];
  const recycled: EndpointSlice[] = [];
  const removed = remove.filter((slice) => {
    const last = left.at(-1);
    if (!last || !mayRecycle(slice) || slice.addressType !== last.addressType) return true;
    left.pop();
    recycled.push({ ...last, metadata: { ...last.metadata, name: slice.metadata.name } });
    return false;
  });
  return { create: left, update: [...update, ...recycled], remove: removed };
}
