import type { Clock } from '../../api/environment.ts';
import type { Container, LifecycleHandler, Pod } from '../../api/kinds/core-v1.generated.ts';
import { containerSystem } from '../shell/container-system.ts';
import { execute } from '../shell/execute.ts';
import type { WrittenFiles } from '../shell/files.ts';
import { programOf } from '../shell/programs.ts';
import type { PodNetwork } from './pod-network.ts';

export interface HookSource {
  readonly clock: Clock;
  readonly network: PodNetwork;
  readonly written: WrittenFiles;
  /** Aborted when the simulation stops. */
  readonly signal: AbortSignal;
}

const nothing = (): Promise<void> => Promise.resolve();

/** Runs a hook of a container. Hooks of unknown programs or servers do nothing. */
export async function runHook(
  pod: Pod,
  container: Container,
  hook: LifecycleHandler,
  source: HookSource,
): Promise<void> {
  const { clock, network, written, signal } = source;
  const { exec, httpGet } = hook;
  if (httpGet) {
    const { host = pod.status?.podIP ?? '', path = '/', scheme = 'HTTP' } = httpGet;
    const named = container.ports?.find(({ name }) => name === httpGet.port)?.containerPort;
    const url = `${scheme.toLowerCase()}://${host}:${named ?? httpGet.port}/${path.replace(/^\//, '')}`;
    if (URL.canParse(url)) await network.fetch(pod, new Request(url));
  }
  if (!exec?.command || !programOf(exec.command[0] ?? '')) return;
  const system = containerSystem(clock, pod, container, written, (request) => network.send(pod, request));
  await execute(system, exec.command, { isTerminal: false })({
    stdin: undefined,
    stdout: nothing,
    stderr: nothing,
    signal,
  });
}
