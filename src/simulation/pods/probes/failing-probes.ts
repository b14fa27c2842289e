import type { Container, Pod, Probe } from '../../../api/kinds/core-v1.generated.ts';
import { agnhostRole, isServer } from '../../images/agnhost.ts';
import { WrittenFiles } from '../../shell/files.ts';
import { probeSucceeds, runAlone } from '../../shell/run-alone.ts';
import { isRefused } from './probed-port.ts';
import { type FailingProbe, failureAfter, successAfter } from './probes.ts';

/** A probe that starts to fail. */
export interface ProbeFailure {
  readonly probe: FailingProbe;
  /** Milliseconds from the container's start until the failure threshold is reached. */
  readonly after: number;
}

/** How the probes of a container turn out. */
export interface ProbeCourse {
  /** The first failing probe; undefined when none fails, or the result is unknown. */
  readonly failure: ProbeFailure | undefined;
  /** Milliseconds from the container's start until its startup and readiness probes have succeeded. */
  readonly readyAfter: number;
}

/** Returns how the probes of a container turn out while its command changes its files. */
export function courseOfProbes(pod: Pod, container: Container): ProbeCourse {
  const { startupProbe, livenessProbe, readinessProbe } = container;
  const probes = { startup: startupProbe, liveness: livenessProbe, readiness: readinessProbe } as const;
  let readyAfter = 0;
  for (const name of ['startup', 'liveness', 'readiness'] as const) {
    const probe = probes[name];
    if (!probe) continue;
    const results = resultsOf(pod, container, probe);
    const failed = lastFailureAfter(probe);
    const first = probedAt(probe, 0);
    const success = firstSuccess(probe, results);
    const isTooLate = success === Number.POSITIVE_INFINITY || (name === 'startup' && success > first + failed);
    const from = isTooLate ? first : failingFrom(pod, container, probe, name, results);
    if (from !== undefined) return { failure: { probe: name, after: from + failed }, readyAfter };
    if (name === 'liveness') continue;
    readyAfter = Math.max(readyAfter, success - first + successAfter(probe));
  }
  return { failure: undefined, readyAfter };
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

/** The result of a probe's command from a time until the next one; undefined when it is unknown. */
interface ProbeResult {
  /** Milliseconds since the container's start. */
  readonly at: number;
  readonly succeeds: boolean | undefined;
}

/** Returns the results of a probe's command as the container's own command changes its files; none when one is unknown. */
function resultsOf(pod: Pod, container: Container, probe: Probe): readonly ProbeResult[] {
  // Servers do not write files for probes.
  if (!probe.exec?.command || isServer(container)) return [];
  const results: ProbeResult[] = [];
  const observe = (at: number, files: WrittenFiles): void => {
    results.push({ at, succeeds: probeSucceeds(pod, container, probe, files) });
  };
  return runAlone(pod, container, { observe }) ? results : [];
}

/** Returns the time of the first probe at or after a time. Both are milliseconds since the container's start. */
function probedAt({ initialDelaySeconds = 0, periodSeconds = PERIOD }: Probe, from: number): number {
  const [first, period] = [initialDelaySeconds * SECOND, periodSeconds * SECOND];
  return first + Math.max(0, Math.ceil((from - first) / period)) * period;
}

/** Returns the milliseconds from a container's start until a probe may first succeed; infinite when it never does. */
function firstSuccess(probe: Probe, results: readonly ProbeResult[]): number {
  if (results.length === 0) return probedAt(probe, 0);
  const index = results.findIndex(({ at, succeeds }, each) => {
    const next = results[each + 1]?.at ?? Number.POSITIVE_INFINITY;
    return succeeds !== false && probedAt(probe, at) < next;
  });
  return probedAt(probe, results[index]?.at ?? Number.POSITIVE_INFINITY);
}

/** Returns the milliseconds from a container's start until its probe starts to fail permanently. */
function failingFrom(
  pod: Pod,
  container: Container,
  probe: Probe,
  name: FailingProbe,
  results: readonly ProbeResult[],
): number | undefined {
  const { exec, httpGet } = probe;
  const first = probedAt(probe, 0);
  if (isRefused(pod, container, probe)) return first;
  if (httpGet && name === 'liveness' && agnhostRole(container) === 'liveness')
    return LEADS_AWAY.test(httpGet.path ?? '') ? undefined : probedAt(probe, HEALTHY);
  const command = exec?.command;
  if (!command) return undefined;
  if (FALSE.test(command[0] ?? '')) return first;
  if (isServer(container))
    return probeSucceeds(pod, container, probe, new WrittenFiles()) === false ? first : undefined;
  const lastSuccess = results.findLastIndex(({ succeeds }) => succeeds !== false);
  const from = results[lastSuccess + 1]?.at;
  return name === 'liveness' && from !== undefined ? probedAt(probe, from) : undefined;
}
