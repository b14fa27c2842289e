import type { Container, Pod, Probe } from '../../../api/kinds/core-v1.generated.ts';
import { fieldPathOf, type PodEvent } from '../transition.ts';
import { isRefused } from './probed-port.ts';

const SECOND = 1000;
const PERIOD = 10;
const FAILURES = 3;

/** A probe of a container that an annotation makes fail. */
export type FailingProbe = KillingProbe | 'readiness';

/** A probe whose failure kills the container. */
export type KillingProbe = 'startup' | 'liveness';

/** Returns the milliseconds from a container's start until a probe has reached its success threshold. */
export const successAfter = ({
  initialDelaySeconds = 0,
  periodSeconds = PERIOD,
  successThreshold = 1,
}: Probe): number => (initialDelaySeconds + periodSeconds * (successThreshold - 1)) * SECOND;

/** Returns the milliseconds from a container's start until a probe has reached its failure threshold. */
export const failureAfter = ({
  initialDelaySeconds = 0,
  periodSeconds = PERIOD,
  failureThreshold = FAILURES,
}: Probe): number => (initialDelaySeconds + periodSeconds * failureThreshold) * SECOND;

/** Returns the failing probe of a container. A probe that is not specified has default values. */
export const probeOf = ({ startupProbe, livenessProbe, readinessProbe }: Container, failing: FailingProbe): Probe =>
  ({ startup: startupProbe, liveness: livenessProbe, readiness: readinessProbe })[failing] ?? {};

const NAMES = { startup: 'Startup', liveness: 'Liveness', readiness: 'Readiness' } as const;

/** Returns the event for a failed probe of a container. @param address of its pod */
export function unhealthyEvent(pod: Pod, address: string, container: Container, failing: FailingProbe): PodEvent {
  const probe = probeOf(container, failing);
  const failure = isRefused(pod, container, probe) ? refusalOf(address, probe) : failureOf(address, probe, failing);
  const message = `${NAMES[failing]} probe failed: ${failure}`;
  return { type: 'Warning', reason: 'Unhealthy', message, fieldPath: fieldPathOf(container.name) };
}

/** Returns the events for a failed probe that kills its container. */
export const killingProbeEvents = (pod: Pod, container: Container, failing: KillingProbe): PodEvent[] => [
  unhealthyEvent(pod, pod.status?.podIP ?? '', container, failing),
  {
    type: 'Normal',
    reason: 'Killing',
    message: `Container ${container.name} failed ${failing} probe, will be restarted`,
    fieldPath: fieldPathOf(container.name),
  },
];

/** Returns the message of a probe whose connection is refused. */
function refusalOf(address: string, { httpGet, tcpSocket, grpc }: Probe): string {
  const { scheme = 'HTTP', path = '/', port } = httpGet ?? { port: tcpSocket?.port ?? grpc?.port };
  const refusal = `dial tcp ${address}:${port}: connect: connection refused`;
  return httpGet ? `Get "${scheme.toLowerCase()}://${address}:${port}${path}": ${refusal}` : refusal;
}

/** Returns the message of a failing probe. Commands write no output. */
function failureOf(address: string, { exec, tcpSocket, grpc }: Probe, failing: FailingProbe): string {
  if (exec) return '';
  if (tcpSocket) return `dial tcp ${address}:${tcpSocket.port}: connect: connection refused`;
  if (grpc) return 'service unhealthy (responded with "NOT_SERVING")';
  return `HTTP probe failed with statuscode: ${failing === 'readiness' ? 503 : 500}`;
}
