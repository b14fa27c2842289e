import type { Service, ServiceSpec } from '../../../api/kinds/core-v1.generated.ts';
import { semanticallyEqual } from '../../semantic-equality.ts';

/** Predicates that defaulting, allocation and validation of services share. */
export const HEADLESS = 'None';
const ADDRESSED = ['ClusterIP', 'NodePort', 'LoadBalancer'];

export const specOf = ({ spec }: Service): ServiceSpec => spec ?? {};

export const isHeadless = ({ clusterIPs }: ServiceSpec): boolean =>
  clusterIPs?.length === 1 && clusterIPs[0] === HEADLESS;

export const needsClusterIp = ({ type = '' }: ServiceSpec): boolean => ADDRESSED.includes(type);

export const needsNodePorts = ({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean =>
  type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);

/** Reports whether load balancers need a health check port to find the nodes with endpoints. */
export const needsHealthCheck = ({ type, externalTrafficPolicy }: ServiceSpec): boolean =>
  type === 'LoadBalancer' && externalTrafficPolicy === 'Local';

/** Reports whether nodes forward to the service, so that it has node ports and an external traffic policy. */
export const isOnNodes = ({ type }: ServiceSpec): boolean => type === 'NodePort' || type === 'LoadBalancer';

export const hasSameClusterIps = (spec: ServiceSpec, live: ServiceSpec): boolean =>
  semanticallyEqual(spec.clusterIPs, live.clusterIPs);

export const nodePortsOf = ({ ports }: ServiceSpec): number[] =>
  (ports ?? []).flatMap(({ nodePort }) => (nodePort ? [nodePort] : []));
