import { type FieldError, forbiddenField, invalid } from '../../../api/field-error.ts';
import type { ServiceSpec } from '../../../api/kinds/core-v1.generated.ts';
import { goSlice } from '../../go-text.ts';
import { semanticallyEqual } from '../../semantic-equality.ts';
import {
  hasSameClusterIps,
  isHeadless,
  isOnNodes,
  needsClusterIp,
  needsHealthCheck,
  needsNodePorts,
  nodePortsOf,
} from './service-kinds.ts';
import { validateBalancerClass } from './service-validation.ts';

/** Restores allocated values that the client left out. */
export function keepAllocated(spec: ServiceSpec, live: ServiceSpec): void {
  if (needsClusterIp(spec) && needsClusterIp(live)) {
    spec.clusterIP ||= live.clusterIP;
    if (!spec.clusterIPs?.length && spec.clusterIP === live.clusterIP)
      spec.clusterIPs = structuredClone(live.clusterIPs);
  }
  if (needsNodePorts(spec) && needsNodePorts(live)) keepNodePorts(spec, live);
  if (needsHealthCheck(spec) && needsHealthCheck(live)) spec.healthCheckNodePort ||= live.healthCheckNodePort;
}

/** Restores omitted node ports. Ports are matched by name. */
function keepNodePorts(spec: ServiceSpec, live: ServiceSpec): void {
  const used = new Set(nodePortsOf(spec));
  const byName = new Map(live.ports?.map(({ name = '', nodePort }) => [name, nodePort]));
  for (const port of spec.ports ?? []) {
    const before = byName.get(port.name ?? '');
    if (!port.nodePort && before && !used.has(before)) port.nodePort = before;
  }
}

/** Keeps the single address and the list of addresses equal. `live` is undefined for a new service. */
export function unifyClusterIps(spec: ServiceSpec, live: ServiceSpec | undefined): void {
  if (!live) {
    if (spec.clusterIP && !spec.clusterIPs?.length) spec.clusterIPs = [spec.clusterIP];
    return;
  }
  const isSameAddress = (spec.clusterIP ?? '') === (live.clusterIP ?? '');
  if (live.clusterIPs?.length && !spec.clusterIPs?.length && isSameAddress) {
    spec.clusterIPs = structuredClone(live.clusterIPs);
  }
  if (isSameAddress || !hasSameClusterIps(spec, live)) return;
  spec.clusterIPs = spec.clusterIP ? [spec.clusterIP] : undefined;
}

/** Removes allocated values that the service's new type does not have. */
export function dropUnneeded(spec: ServiceSpec, live: ServiceSpec): void {
  const unchanged = (name: keyof ServiceSpec): boolean => semanticallyEqual(spec[name], live[name]);
  if (needsClusterIp(live) && !needsClusterIp(spec)) {
    if (hasSameClusterIps(spec, live)) {
      spec.clusterIP = undefined;
      spec.clusterIPs = undefined;
    }
    if (unchanged('ipFamilies')) spec.ipFamilies = undefined;
    if (unchanged('ipFamilyPolicy')) spec.ipFamilyPolicy = undefined;
  }
  const held = nodePortsOf(live);
  if (isOnNodes(live) && !isOnNodes(spec) && nodePortsOf(spec).every((port) => held.includes(port))) {
    for (const port of spec.ports ?? []) port.nodePort = undefined;
  }
  if (needsHealthCheck(live) && !needsHealthCheck(spec) && unchanged('healthCheckNodePort')) {
    spec.healthCheckNodePort = undefined;
  }
  if (live.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    if (unchanged('allocateLoadBalancerNodePorts')) spec.allocateLoadBalancerNodePorts = undefined;
    if (unchanged('loadBalancerClass')) spec.loadBalancerClass = undefined;
  }
  if (isOnNodes(live) && !isOnNodes(spec) && unchanged('externalTrafficPolicy')) spec.externalTrafficPolicy = undefined;
}

/**
 * Requires that addresses and families stay, except for secondary ones, and that the class and health check port stay.
 */
export function validateStable(spec: ServiceSpec, live: ServiceSpec): FieldError[] {
  const isSameBalancer = live.type === 'LoadBalancer' && spec.type === 'LoadBalancer';
  const hasOtherClass = (spec.loadBalancerClass ?? '') !== (live.loadBalancerClass ?? '');
  const hasOtherPort = (spec.healthCheckNodePort ?? 0) !== (live.healthCheckNodePort ?? 0);
  return [
    ...validateStableAddresses(spec, live),
    ...(isSameBalancer && hasOtherClass
      ? [invalid('spec.loadBalancerClass', spec.loadBalancerClass, 'may not change once set')]
      : []),
    ...validateBalancerClass(spec),
    ...(needsHealthCheck(live) && needsHealthCheck(spec) && hasOtherPort
      ? [forbiddenField('spec.healthCheckNodePort', 'field is immutable')]
      : []),
  ];
}

function validateStableAddresses(spec: ServiceSpec, live: ServiceSpec): FieldError[] {
  if (spec.type === 'ExternalName' || live.type === 'ExternalName') return [];
  const { clusterIPs, ipFamilies } = spec;
  const addresses = stableList(
    clusterIPs,
    live.clusterIPs,
    'spec.clusterIPs',
    clusterIPs,
    'primary clusterIP can not be unset',
  );
  if (isHeadless(spec) || isHeadless(live)) return addresses;
  const shown = goSlice('core.IPFamily', ipFamilies);
  return [
    ...addresses,
    ...stableList(ipFamilies, live.ipFamilies, 'spec.ipFamilies', shown, 'primary ipFamily can not be unset'),
  ];
}

function stableList(
  next: readonly string[] | undefined,
  live: readonly string[] | undefined,
  field: string,
  shown: unknown,
  unset: string,
): FieldError[] {
  if (!live?.length) return [];
  if (!next?.length) return [invalid(`${field}[0]`, shown, unset)];
  return [0, 1]
    .filter((index) => next[index] !== undefined && live[index] !== undefined && next[index] !== live[index])
    .map((index) => invalid(`${field}[${index}]`, shown, 'may not change once set'));
}
