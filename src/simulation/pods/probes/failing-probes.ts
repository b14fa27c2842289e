import type { Container, Pod, Probe } from '../../../api/kinds/core-v1.generated.ts';
import { agnhostRole } from '../../images/agnhost.ts';
import { exitCodeIn, runAlone } from '../../shell/run-alone.ts';
import { type FailingProbe, failureAfter } from './probes.ts';

/** A probe whose command begins to fail. */
export interface ProbeFailure {
  readonly probe: FailingProbe;
  /** Milliseconds from the start of the container until it has failed often enough. */
  readonly after: number;
}

/** Finds the first probe whose command fails in the container; undefined when none does, or nothing is known of it. */
export function failureOfProbes(pod: Pod, container: Container): ProbeFailure | undefined {
  const { startupProbe, livenessProbe, readinessProbe } = container;
  const probes = { startup: startupProbe, liveness: livenessProbe, readiness: readinessProbe } as const;
  for (const name of ['startup', 'liveness', 'readiness'] as const) {
    const probe = probes[name];
    const from = probe && failingFrom(pod, container, probe, name);
    if (from !== undefined) return { probe: name, after: from + failureAfter({ ...probe, initialDelaySeconds: 0 }) };
  }
  return undefined;
}

const SECOND = 1000;
const PERIOD = 10;
/** Milliseconds for which the server of Kubernetes' tests for liveness probes is healthy. */
const HEALTHY = 10_000;

/** Returns the milliseconds from the start of a container until the first probe that fails, as all after it do. */
function failingFrom(pod: Pod, container: Container, probe: Probe, name: FailingProbe): number | undefined {
  const { exec, httpGet, initialDelaySeconds = 0, periodSeconds = PERIOD } = probe;
  const first = initialDelaySeconds * SECOND;
  const nextAfter = (from: number): number =>
    first + Math.max(0, Math.ceil((from - first) / (periodSeconds * SECOND))) * periodSeconds * SECOND;
  if (httpGet && name === 'liveness' && agnhostRole(container) === 'liveness') return nextAfter(HEALTHY);
  const command = exec?.command;
  if (!command) return undefined;
  let from: number | undefined;
  const observe = (at: number, files: Parameters<typeof exitCodeIn>[3]): void => {
    const fails = (exitCodeIn(pod, container, command, files) ?? 0) !== 0;
    from = fails ? (from ?? at) : undefined;
  };
  if (!runAlone(pod, container, { observe })) return undefined;
  // A probe for the start may fail before it succeeds, and a container may become ready later.
  if (from === undefined || (from > 0 && name !== 'liveness')) return undefined;
  return nextAfter(from);
}
