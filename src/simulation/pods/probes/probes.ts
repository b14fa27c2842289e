import type { Container, Pod, Probe } from '../../../api/kinds/core-v1.generated.ts';
import { fieldPathOf, type PodEvent } from '../transition.ts';
import { isRefused } from './probed-port.ts';

const SECOND = 1000;
const PERIOD = 10;
const FAILURES = 3;

/** A probe of a container that an annotation lets fail. */
export type FailingProbe = KillingProbe | 'readiness';

/** A probe whose failure kills the container. */
export type KillingProbe = 'startup' | 'liveness';

/** Milliseconds from the start of a container until a probe has succeeded often enough. */
export const successAfter = ({
  initialDelaySeconds = 0,
  periodSeconds = PERIOD,
  successThreshold = 1,
}: Probe): number => (initialDelaySeconds + periodSeconds * (successThreshold - 1)) * SECOND;

/** Milliseconds from the start of a container until a probe has failed often enough. */
export const failureAfter = ({
  initialDelaySeconds = 0,
  periodSeconds = PERIOD,
  failureThreshold = FAILURES,
}: Probe): number => (initialDelaySeconds + periodSeconds * failureThreshold) * SECOND;

/** Returns the probe of a container that fails. One that is not specified has the default figures. */
export const probeOf = ({ startupProbe, livenessProbe, readinessProbe }: Container, failing: FailingProbe): Probe =>
  ({ startup: startupProbe, liveness: livenessProbe, readiness: readinessProbe })[failing] ?? {};

const NAMES = { startup: 'Startup', liveness: 'Liveness', readiness: 'Readiness' } as const;

/** Reports that a probe of a container has failed. @param address of its pod */
export function unhealthyEvent(pod: Pod, address: string, container: Container, failing: FailingProbe): PodEvent {
  const probe = probeOf(container, failing);
  const failure = isRefused(pod, container, probe) ? refusalOf(address, probe) : failureOf(address, probe, failing);
  const message = `${NAMES[failing]} probe failed: ${failure}`;
  return { type: 'Warning', reason: 'Unhealthy', message, fieldPath: fieldPathOf(container.name) };
}

/** Reports that a probe of a container has failed, so that the container is killed. */
export const killingProbeEvents = (pod: Pod, container: Container, failing: KillingProbe): PodEvent[] => [
  unhealthyEvent(pod, pod.status?.podIP ?? '', container, failing),
  {
    type: 'Normal',
    reason: 'Killing',
    message: `Container ${container.name} failed ${failing} probe, will be restarted`,
    fieldPath: fieldPathOf(container.name),
  },
];

/** Returns what a probe of a port on which nothing listens reports. */
function refusalOf(address: string, { httpGet, tcpSocket, grpc }: Probe): string {
  const { scheme = 'HTTP', path = '/', port } = httpGet ?? { port: tcpSocket?.port ?? grpc?.port };
  const refusal = `dial tcp ${address}:${port}: connect: connection refused`;
  return httpGet ? `Get "${scheme.toLowerCase()}://${address}:${port}${path}": ${refusal}` : refusal;
}

/** Returns what a probe that fails reports. A command writes nothing. */
function failureOf(address: string, { exec, tcpSocket, grpc }: Probe, failing: FailingProbe): string {
  if (exec) return '';
  if (tcpSocket) return `dial tcp ${address}:${tcpSocket.port}: connect: connection refused`;
  if (grpc) return 'service unhealthy (responded with "NOT_SERVING")';
  return `HTTP probe failed with statuscode: ${failing === 'readiness' ? 503 : 500}`;
}
