import type { Endpoint, EndpointSlice } from '../../../../api/kinds/discovery-v1.generated.ts';
import { addTo, transfersBetween, type ZoneAllocation } from './zone-allocations.ts';

/** The slices of a Service for one address family. */
export interface FamilySlices {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly unchanged: readonly EndpointSlice[];
}

export type ChangedSlices = Pick<FamilySlices, 'create' | 'update'>;

type Allocations = ReadonlyMap<string, ZoneAllocation>;

const isReady = ({ conditions }: Endpoint): boolean => conditions?.ready === true;

export const readyEndpoints = ({ endpoints }: EndpointSlice): Endpoint[] => (endpoints ?? []).filter(isReady);

/** Removes all hints, which updates the slices that have any. */
export function withoutHints({ create, update, unchanged }: FamilySlices): ChangedSlices {
  const hinted = unchanged.filter(({ endpoints }) => endpoints?.some(({ hints }) => hints));
  return { create: create.map(unhinted), update: [...update, ...hinted].map(unhinted) };
}

const unhinted = (slice: EndpointSlice): EndpointSlice => ({
  ...slice,
  endpoints: (slice.endpoints ?? []).map(({ hints: _, ...endpoint }) => endpoint),
});

/**
 * Adds hints to all changing slices, and updates other slices whose hints do not match the allocations. Also returns
 * the number of hinted endpoints of each zone. Undefined when a ready endpoint has no zone.
 */
export function withHints(
  slices: FamilySlices,
  allocations: Allocations,
): (ChangedSlices & { readonly counts: ReadonlyMap<string, number> }) | undefined {
  const counts = new Map<string, number>();
  const unsuitable = slices.unchanged.filter((slice) => {
    const zones = hintedZones(slice, counts, allocations);
    for (const zone of zones ?? []) addTo(counts, zone, 1);
    return zones === undefined;
  });
  const changed = [...slices.create, ...slices.update, ...unsuitable];
  if (changed.flatMap(readyEndpoints).some(({ zone }) => !zone)) return undefined;
  for (const { zone = '' } of changed.flatMap(readyEndpoints)) addTo(counts, zone, 1);
  const chooseZone = zoneChooser(allocations, counts);
  const hinted = changed.map((slice) => ({
    ...slice,
    endpoints: (slice.endpoints ?? []).map((endpoint) =>
      isReady(endpoint) ? { ...endpoint, hints: { forZones: [{ name: chooseZone(endpoint.zone ?? '') }] } } : endpoint,
    ),
  }));
  const created = slices.create.length;
  return { create: hinted.slice(0, created), update: hinted.slice(created), counts };
}

/** Returns the zones in the hints of a slice. Undefined when the hints are incomplete or do not match. */
function hintedZones(
  slice: EndpointSlice,
  counts: ReadonlyMap<string, number>,
  allocations: Allocations,
): string[] | undefined {
  const ready = readyEndpoints(slice);
  if (ready.some(({ hints }) => !hints?.forZones?.length)) return undefined;
  const zones = ready.flatMap(({ hints }) => (hints?.forZones ?? []).map(({ name }) => name));
  const suits = (zone: string): boolean => {
    const additional = zones.filter((each) => each === zone).length;
    return (counts.get(zone) ?? 0) + additional <= (allocations.get(zone)?.maximum ?? -1);
  };
  return [...new Set(zones)].every(suits) ? zones : undefined;
}

/** Returns a function from an endpoint's zone to the zone that should use the endpoint. It modifies `counts`. */
function zoneChooser(allocations: Allocations, counts: Map<string, number>): (zone: string) => string {
  const { giving, receiving } = transfersBetween(allocations, counts);
  return (zone) => {
    const [receiver] = [...receiving].find(([, count]) => count > 0) ?? [];
    if (receiver === undefined || (giving.get(zone) ?? 0) === 0) return zone;
    addTo(giving, zone, -1);
    addTo(receiving, receiver, -1);
    addTo(counts, zone, -1);
    addTo(counts, receiver, 1);
    return receiver;
  };
}
