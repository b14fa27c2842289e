import type { ZoneShares } from './zone-shares.ts';

/** The number of endpoints of a Service that one zone should have. */
export interface ZoneAllocation {
  readonly minimum: number;
  readonly maximum: number;
  /** Not rounded. */
  readonly desired: number;
}

/** How much more traffic than its share an endpoint may receive. */
const OVERLOAD_THRESHOLD = 0.2;

const minimumOf = (share: number, endpoints: number): number =>
  Math.ceil(share * endpoints * (1 / (1 + OVERLOAD_THRESHOLD)));

/** Divides the ready endpoints of a Service between zones, or returns the reason why that is impossible. */
export function allocateToZones(
  shares: ZoneShares | undefined,
  endpoints: number,
): ReadonlyMap<string, ZoneAllocation> | string {
  if (!shares) return 'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes';
  const numbers = `(${endpoints} endpoints, ${shares.size} zones)`;
  if (shares.size > endpoints) return `Insufficient number of endpoints ${numbers}`;
  const minimums = [...shares.values()].map((share) => minimumOf(share, endpoints));
  const spare = endpoints - minimums.reduce((sum, minimum) => sum + minimum, 0);
  if (spare < 0)
    return `Unable to allocate minimum required endpoints to each zone without exceeding overload threshold ${numbers}`;
  return new Map(
    [...shares].map(([zone, share]) => {
      const minimum = minimumOf(share, endpoints);
      return [zone, { minimum, maximum: minimum + spare, desired: Math.max(share * endpoints, minimum) }];
    }),
  );
}

/** Reports whether a zone has too few hinted endpoints. `hinted` has their number by zone. */
export function isOverloaded(hinted: ReadonlyMap<string, number>, shares: ZoneShares | undefined): boolean {
  if (hinted.size === 0) return false;
  if (!shares) return true;
  const endpoints = [...hinted.values()].reduce((sum, count) => sum + count, 0);
  return [...shares].some(([zone, share]) => (hinted.get(zone) ?? -1) < minimumOf(share, endpoints));
}

/** The number of endpoints that each zone gives and receives. */
export interface Transfers {
  readonly giving: Map<string, number>;
  readonly receiving: Map<string, number>;
}

/** Decides how many endpoints are transferred from zones with too many to zones with too few. */
export function transfersBetween(
  allocations: ReadonlyMap<string, ZoneAllocation>,
  hinted: ReadonlyMap<string, number>,
): Transfers {
  const surplus = new Map([...allocations].map(([zone, { desired }]) => [zone, (hinted.get(zone) ?? 0) - desired]));
  const [giving, receiving] = [new Map<string, number>(), new Map<string, number>()];
  for (;;) {
    const [giver, receiver] = [mostOf(surplus, 1), mostOf(surplus, -1)];
    if (!giver || !receiver) break;
    const [least, greatest] = [Math.min(giver.count, receiver.count), Math.max(giver.count, receiver.count)];
    if (least < 0.5 || greatest < 1) break;
    addTo(giving, giver.zone, 1);
    addTo(receiving, receiver.zone, 1);
    addTo(surplus, giver.zone, -1);
    addTo(surplus, receiver.zone, 1);
  }
  return { giving, receiving };
}

/** Returns the zone with the greatest surplus (sign 1) or shortage (sign -1), and its amount. */
function mostOf(surplus: ReadonlyMap<string, number>, sign: 1 | -1): { zone: string; count: number } | undefined {
  let most: { zone: string; count: number } | undefined;
  for (const [zone, amount] of surplus) if (amount * sign > (most?.count ?? 0)) most = { zone, count: amount * sign };
  return most;
}

export const addTo = (counts: Map<string, number>, zone: string, amount: number): void =>
  void counts.set(zone, (counts.get(zone) ?? 0) + amount);
