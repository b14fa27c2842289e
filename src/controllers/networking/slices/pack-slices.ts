import type { Endpoint, EndpointPort, EndpointSlice } from '../../../api/kinds/discovery-v1.generated.ts';
import { isDeepEqual } from '../../workloads/deep-equal.ts';

/** Endpoints with the same ports, by key. */
export interface PortGroup {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: ReadonlyMap<string, Endpoint>;
}

/** The changes of the slices of one group of ports. */
export interface SliceChanges {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly remove: readonly EndpointSlice[];
}

export interface PackOptions {
  /** Maximum number of endpoints per slice. */
  readonly maximum: number;
  /** The labels of all slices. */
  readonly labels: Readonly<Record<string, string>>;
  readonly newSlice: (ports: readonly EndpointPort[]) => EndpointSlice;
}

/** Returns a key that is equal for endpoints with the same addresses and target. */
export const endpointKey = ({ addresses, targetRef }: Endpoint): string =>
  JSON.stringify([[...(addresses ?? [])].sort(), targetRef?.namespace, targetRef?.name]);

/** Returns a key that is equal for the same ports in any order. */
export const portsKey = (ports: readonly EndpointPort[] | null | undefined): string =>
  (ports ?? [])
    .map(({ name, protocol, port, appProtocol }) => JSON.stringify([name ?? '', protocol, port, appProtocol]))
    .sort()
    .join();

/**
 * Places endpoints in slices with few writes: endpoints stay where they are, and new ones fill slices that change
 * anyway, then one slice with room for all the rest, then new slices.
 */
export function packSlices(
  existing: readonly EndpointSlice[],
  { ports, endpoints }: PortGroup,
  options: PackOptions,
): SliceChanges {
  const { maximum, labels, newSlice } = options;
  const placed = new Set<string>();
  const kept = existing.map((slice) => keepEndpoints(slice, endpoints, placed, labels));
  const changed = kept.filter(({ state }) => state === 'changed').map(({ slice }) => slice);
  const unchanged = kept.filter(({ state }) => state === 'unchanged').map(({ slice }) => slice);
  const remove = kept.filter(({ state }) => state === 'empty').map(({ slice }) => slice);
  const left = [...endpoints].filter(([key]) => !placed.has(key)).map(([, endpoint]) => endpoint);
  const update = fillChanged(changed, left, maximum);
  const create: EndpointSlice[] = [];
  while (left.length > 0) {
    const target = left.length < maximum ? sliceWithRoom(unchanged, left.length, maximum) : undefined;
    if (target) unchanged.splice(unchanged.indexOf(target), 1);
    const slice = target ?? newSlice(ports);
    const filled = fill(slice, left, maximum);
    if (target) update.push(filled);
    else create.push(filled);
  }
  return { create, update, remove };
}

interface Kept {
  readonly slice: EndpointSlice;
  readonly state: 'empty' | 'changed' | 'unchanged';
}

function keepEndpoints(
  slice: EndpointSlice,
  wanted: ReadonlyMap<string, Endpoint>,
  placed: Set<string>,
  labels: Readonly<Record<string, string>>,
): Kept {
  const before = slice.endpoints ?? [];
  const endpoints: Endpoint[] = [];
  let isUpdated = false;
  for (const endpoint of before) {
    const key = endpointKey(endpoint);
    const current = wanted.get(key);
    if (!current || placed.has(key)) continue;
    placed.add(key);
    endpoints.push(current);
    isUpdated ||= !isSameEndpoint(current, endpoint);
  }
  const isChanged = isUpdated || endpoints.length !== before.length;
  if (isChanged && endpoints.length === 0) return { slice, state: 'empty' };
  if (!isChanged && isDeepEqual(slice.metadata.labels ?? {}, labels)) return { slice, state: 'unchanged' };
  return { slice: { ...slice, metadata: { ...slice.metadata, labels }, endpoints }, state: 'changed' };
}

/** Compares endpoints without their hints and the versions of their pods. */
const isSameEndpoint = (a: Endpoint, b: Endpoint): boolean => isDeepEqual(comparable(a), comparable(b));

const comparable = ({ hints: _, targetRef, ...endpoint }: Endpoint) => ({
  ...endpoint,
  targetRef: targetRef && { ...targetRef, resourceVersion: undefined },
});

/** Fills the fullest slices first. */
function fillChanged(changed: readonly EndpointSlice[], left: Endpoint[], maximum: number): EndpointSlice[] {
  const length = ({ endpoints }: EndpointSlice): number => endpoints?.length ?? 0;
  return [...changed].sort((a, b) => length(b) - length(a)).map((slice) => fill(slice, left, maximum));
}

/** Moves endpoints from `left` to a slice until it is full. */
function fill(slice: EndpointSlice, left: Endpoint[], maximum: number): EndpointSlice {
  const endpoints = slice.endpoints ?? [];
  const room = Math.max(0, maximum - endpoints.length);
  return { ...slice, endpoints: [...endpoints, ...left.splice(0, room)] };
}

/** Returns the slice that would be fullest with all the endpoints; undefined when none has room for them. */
function sliceWithRoom(slices: readonly EndpointSlice[], count: number, maximum: number): EndpointSlice | undefined {
  let closest: EndpointSlice | undefined;
  let room = maximum;
  for (const slice of slices) {
    const rest = maximum - (count + (slice.endpoints?.length ?? 0));
    if (rest >= 0 && rest < room) [closest, room] = [slice, rest];
  }
  return closest;
}
