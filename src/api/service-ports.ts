import type { Pod, ServicePort } from './kinds/core-v1.generated.ts';

/** Returns the number of the port of a pod that a Service names; undefined when the pod has no such port. */
export function portNumberOf({ spec }: Pod, { targetPort, protocol, port }: ServicePort): number | undefined {
  if (typeof targetPort === 'number') return targetPort;
  if (targetPort === undefined) return port;
  for (const { ports } of spec?.containers ?? []) {
    for (const candidate of ports ?? []) {
      if (candidate.name === targetPort && (candidate.protocol ?? 'TCP') === (protocol ?? 'TCP')) {
        return candidate.containerPort;
      }
    }
  }
  return undefined;
}
