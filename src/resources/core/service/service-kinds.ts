import type { Service, ServiceSpec } from '../../../api/kinds/core-v1.generated.ts';
import { semanticallyEqual } from '../../semantic-equality.ts';

/** Questions about services that defaulting, allocation and validation all ask. */
export const HEADLESS = 'None';
const ADDRESSED = ['ClusterIP', 'NodePort', 'LoadBalancer'];

export const specOf = ({ spec }: Service): ServiceSpec => spec ?? {};

export const isHeadless = ({ clusterIPs }: ServiceSpec): boolean =>
  clusterIPs?.length === 1 && clusterIPs[0] === HEADLESS;

export const needsClusterIp = ({ type = '' }: ServiceSpec): boolean => ADDRESSED.includes(type);

export const needsNodePorts = ({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean =>
  type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);

/** Whether a port is needed that tells balancers which nodes to use. */
export const needsHealthCheck = ({ type, externalTrafficPolicy }: ServiceSpec): boolean =>
  type === 'LoadBalancer' && externalTrafficPolicy === 'Local';

/** Whether nodes forward to the service: then it may have node ports, and has a policy for traffic from outside. */
export const isOnNodes = ({ type }: ServiceSpec): boolean => type === 'NodePort' || type === 'LoadBalancer';

export const hasSameClusterIps = (spec: ServiceSpec, live: ServiceSpec): boolean =>
  semanticallyEqual(spec.clusterIPs, live.clusterIPs);

export const nodePortsOf = ({ ports }: ServiceSpec): number[] =>
  (ports ?? []).flatMap(({ nodePort }) => (nodePort ? [nodePort] : []));
