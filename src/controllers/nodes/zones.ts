import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import type { Node } from '../../api/kinds/core-v1.generated.ts';

const REGION_LABEL = kubernetesName('topology.kubernetes.io/region');
const ZONE_LABEL = kubernetesName('topology.kubernetes.io/zone');

/** Evictions per second of a zone, normally and when many of its nodes are unhealthy. */
const NORMAL_RATE = 0.1;
const REDUCED_RATE = 0.01;
/** Zones up to this size stop evictions when many nodes are unhealthy. */
const LARGE_ZONE = 50;
const UNHEALTHY_SHARE = 0.55;

export type ZoneState = 'Normal' | 'PartialDisruption' | 'FullDisruption';

/** Returns the zone of a node: its region and zone, or an empty text. */
export function zoneOf({ metadata }: Node, dialect: Dialect): string {
  const [region, zone] = [REGION_LABEL, ZONE_LABEL].map((label) => metadata.labels?.[dialect.rename(label)] ?? '');
  return region || zone ? `${region}:\0:${zone}` : '';
}

/** Returns the state of a zone with this many nodes that are ready and not. */
export function zoneState(ready: number, unready: number): ZoneState {
  if (ready === 0 && unready > 0) return 'FullDisruption';
  const isDisrupted = unready > 2 && unready / (unready + ready) >= UNHEALTHY_SHARE;
  return isDisrupted ? 'PartialDisruption' : 'Normal';
}

/** Returns the evictions per second of a zone. A zone that is down as a whole has lost its network rather than its nodes. */
export function evictionRate(state: ZoneState, size: number): number {
  if (state !== 'PartialDisruption') return NORMAL_RATE;
  return size > LARGE_ZONE ? REDUCED_RATE : 0;
}
