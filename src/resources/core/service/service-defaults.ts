import type { ServiceSpec } from '../../../api/kinds/core-v1.generated.ts';
import { isOnNodes, needsClusterIp } from './service-kinds.ts';

const STICKY_SECONDS = 10800;

/** Sets the defaults of a service (pkg/apis/core/v1/defaults.go). */
export function setServiceDefaults(spec: ServiceSpec): void {
  spec.sessionAffinity ||= 'None';
  if (spec.sessionAffinity === 'None') spec.sessionAffinityConfig = undefined;
  if (spec.sessionAffinity === 'ClientIP' && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds == null) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: STICKY_SECONDS } };
  }
  spec.type ||= 'ClusterIP';
  for (const port of spec.ports ?? []) {
    port.protocol ||= 'TCP';
    port.targetPort ||= port.port;
  }
  if (isOnNodes(spec)) spec.externalTrafficPolicy ||= 'Cluster';
  if (needsClusterIp(spec)) spec.internalTrafficPolicy ??= 'Cluster';
  if (spec.type === 'LoadBalancer') spec.allocateLoadBalancerNodePorts ??= true;
}
