import type { Container, Pod, Probe } from '../../../api/kinds/core-v1.generated.ts';
import { agnhostRole, isServer } from '../../images/agnhost.ts';
import { WrittenFiles } from '../../shell/files.ts';
import { probeSucceeds, runAlone } from '../../shell/run-alone.ts';
import { isRefused } from './probed-port.ts';
import { type FailingProbe, failureAfter } from './probes.ts';

/** A probe that starts to fail. */
export interface ProbeFailure {
  readonly probe: FailingProbe;
  /** Milliseconds from the container's start until the failure threshold is reached. */
  readonly after: number;
}

/** Finds the first failing probe of a container; undefined when none fails, or the result is unknown. */
export function failureOfProbes(pod: Pod, container: Container): ProbeFailure | undefined {
  const { startupProbe, livenessProbe, readinessProbe } = container;
  const probes = { startup: startupProbe, liveness: livenessProbe, readiness: readinessProbe } as const;
  for (const name of ['startup', 'liveness', 'readiness'] as const) {
    const probe = probes[name];
    const from = probe && failingFrom(pod, container, probe, name);
    if (from !== undefined) return { probe: name, after: from + lastFailureAfter(probe ?? {}) };
  }
  return undefined;
}

const SECOND = 1000;
const PERIOD = 10;
/** Milliseconds for which the test server for liveness probes is healthy. */
const HEALTHY = 10_000;

/** Returns the milliseconds between the first failure of a probe and the last one that it allows. */
const lastFailureAfter = ({ periodSeconds = PERIOD, ...probe }: Probe): number =>
  failureAfter({ ...probe, periodSeconds, initialDelaySeconds: 0 }) - periodSeconds * SECOND;

/** A redirect to another host, which a probe does not follow. */
const LEADS_AWAY = /^\/redirect\?loc=https?(:|%3A)/i;

/** A command that fails in every container. */
const FALSE = /^(.*\/)?false$/;

/** Returns the milliseconds from a container's start until its probe starts to fail permanently. */
function failingFrom(pod: Pod, container: Container, probe: Probe, name: FailingProbe): number | undefined {
  const { exec, httpGet, initialDelaySeconds = 0, periodSeconds = PERIOD } = probe;
  const first = initialDelaySeconds * SECOND;
  const nextAfter = (from: number): number =>
    first + Math.max(0, Math.ceil((from - first) / (periodSeconds * SECOND))) * periodSeconds * SECOND;
  if (isRefused(pod, container, probe)) return first;
  if (httpGet && name === 'liveness' && agnhostRole(container) === 'liveness')
    return LEADS_AWAY.test(httpGet.path ?? '') ? undefined : nextAfter(HEALTHY);
  const command = exec?.command;
  if (!command) return undefined;
  if (FALSE.test(command[0] ?? '')) return first;
  // Servers do not write files for probes.
  if (isServer(container))
    return probeSucceeds(pod, container, probe, new WrittenFiles()) === false ? first : undefined;
  let from: number | undefined;
  const observe = (at: number, files: WrittenFiles): void => {
    from = probeSucceeds(pod, container, probe, files) === false ? (from ?? at) : undefined;
  };
  if (!runAlone(pod, container, { observe })) return undefined;
  // A startup probe may fail before it succeeds, and a container may become ready later.
  if (from === undefined || (from > 0 && name !== 'liveness')) return undefined;
  return nextAfter(from);
}
