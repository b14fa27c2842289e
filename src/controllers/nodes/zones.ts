import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import type { Node } from '../../api/kinds/core-v1.generated.ts';
import { type ControllerFlags, DEFAULT_CONTROLLER_FLAGS } from '../flags/controller-flags.ts';

const REGION_LABEL = kubernetesName('topology.kubernetes.io/region');
const ZONE_LABEL = kubernetesName('topology.kubernetes.io/zone');

export type ZoneFlags = Pick<
  ControllerFlags,
  'node-eviction-rate' | 'secondary-node-eviction-rate' | 'unhealthy-zone-threshold' | 'large-cluster-size-threshold'
>;

export type ZoneState = 'Normal' | 'PartialDisruption' | 'FullDisruption';

/** Returns the zone of a node: its region and zone, or an empty string. */
export function zoneOf({ metadata }: Node, dialect: Dialect): string {
  const [region, zone] = [REGION_LABEL, ZONE_LABEL].map((label) => metadata.labels?.[dialect.rename(label)] ?? '');
  return region || zone ? `${region}:\0:${zone}` : '';
}

/** Returns the state of a zone with these numbers of ready and unready nodes. */
export function zoneState(ready: number, unready: number, flags: ZoneFlags = DEFAULT_CONTROLLER_FLAGS): ZoneState {
  if (ready === 0 && unready > 0) return 'FullDisruption';
  const isDisrupted = unready > 2 && unready / (unready + ready) >= flags['unhealthy-zone-threshold'];
  return isDisrupted ? 'PartialDisruption' : 'Normal';
}

/** Returns the evictions per second. A zone that is completely down has probably lost its network, not its nodes. */
export function evictionRate(state: ZoneState, size: number, flags: ZoneFlags): number {
  if (state !== 'PartialDisruption') return flags['node-eviction-rate'];
  return size > flags['large-cluster-size-threshold'] ? flags['secondary-node-eviction-rate'] : 0;
}
