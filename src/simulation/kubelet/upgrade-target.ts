import { chunksOf } from '../../api/encoding/read-stream.ts';
import type { Container, ContainerState, Pod } from '../../api/kinds/core-v1.generated.ts';
import { containerSystem } from '../shell/container-system.ts';
import { execute } from '../shell/execute.ts';
import type { WrittenFiles } from '../shell/files.ts';
import { INTERRUPTED } from '../shell/input.ts';
import type { ContainerNetwork } from '../shell/network.ts';
import type { Process, ProcessStreams } from '../shell/process.ts';
import { programOf } from '../shell/programs.ts';
import { forwardingError } from './answer-pod.ts';
import { containerNamed, statusOf } from './containers.ts';
import type { PodNetwork } from './pod-network.ts';
import type { PodPorts } from './pod-ports.ts';
import { type LogSource, serveLog } from './serve-log.ts';

/** The streams of a process that a client requests. */
export interface WantedStreams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** The target of an upgraded connection: a process, or the ports of a pod. */
export type UpgradeTarget = (
  | {
      readonly kind: 'process';
      readonly wanted: WantedStreams;
      /** The command with which the runtime names the process in errors. */
      readonly command: readonly string[];
      readonly run: Process;
    }
  | {
      readonly kind: 'ports';
      /** The ports in the request. */
      readonly ports: readonly number[];
      answer(port: number, request: Request): Promise<Response>;
      /** Returns why a port cannot be forwarded; undefined when a server listens there. */
      refusal(port: number): string | undefined;
    }
) & {
  /** Aborted when the node stops, which ends the connection. */
  readonly stopped: AbortSignal;
};

const SERVER_ERROR = 500;

/** Finds the target of a kubelet request for exec, attach or portForward, or rejects it as a kubelet does. */
export function upgradeTarget(
  request: Request,
  source: LogSource & {
    readonly kind: string;
    readonly ports: PodPorts;
    readonly network: PodNetwork;
    writtenFiles(pod: Pod, container: Container): WrittenFiles;
    /** Reads the current content of the pod's volumes. */
    readConfig(pod: Pod): Promise<unknown>;
    /** Called when a process has ended that may have written files. */
    touched(pod: Pod, container: Container, written: WrittenFiles): void;
    exited(pod: Pod, containerId: string, exitCode: number): void;
  },
): UpgradeTarget | Response {
  const { searchParams: query } = new URL(request.url);
  const pod = source.pod();
  if (!pod) return new Response('pod does not exist', { status: 404 });
  if (source.kind === 'portForward') return portsOf(pod, query, source);
  const wanted = wantedStreams(query);
  if (!wanted.stdin && !wanted.stdout && !wanted.stderr)
    return new Response('you must specify at least 1 of stdin, stdout, stderr', { status: 400 });
  const container = runningContainer(pod, source.container);
  if (typeof container === 'string') return new Response(container, { status: SERVER_ERROR });
  const process = { kind: 'process', wanted, stopped: source.signal } as const;
  const start =
    (started: readonly string[], isInputLeft = false): Process =>
    async (streams) => {
      await source.readConfig(pod);
      const written = source.writtenFiles(pod, container);
      const send: ContainerNetwork = (sent) => source.network.send(pod, sent);
      const system = containerSystem(source.clock, pod, container, written, send);
      const code = await execute(system, started, { isTerminal: wanted.tty, isInputLeft })(streams);
      source.touched(pod, container, written);
      return code;
    };
  if (source.kind === 'attach') {
    const command = wanted.stdin ? attachedCommand(container) : undefined;
    if (!command) return { ...process, command: [], run: attached(source) };
    const { containerID = '' } = statusOf(pod, container.name) ?? {};
    const isInputLeft = container.stdinOnce !== true;
    const run = attachedTo(start(command, isInputLeft), isInputLeft, {
      wrote: (text) => source.recorded.addOutput(containerID, text),
      exited: (code) => source.exited(pod, containerID, code),
    });
    return { ...process, command, run };
  }
  const command = query.getAll('command');
  return { ...process, command, run: start(command) };
}

/** Returns a container, or why it cannot be used. */
function runningContainer(pod: Pod, name: string): Container | string {
  const container = containerNamed(pod, name);
  const state: ContainerState | null | undefined = statusOf(pod, name)?.state;
  if (container && state?.running) return container;
  return state?.terminated
    ? 'rpc error: code = Unknown desc = container is in CONTAINER_EXITED state'
    : `container not found (${JSON.stringify(name)})`;
}

function wantedStreams(query: URLSearchParams): WantedStreams {
  const has = (name: string): boolean => query.get(name) === '1';
  // A terminal has a single output.
  return { stdin: has('input'), stdout: has('output'), stderr: has('error') && !has('tty'), tty: has('tty') };
}

/**
 * Returns the command of a container that reads its clients' input: a shell, or its own command. Undefined for others.
 */
function attachedCommand({ stdin, command = [], args = [] }: Container): readonly string[] | undefined {
  const [name = 'sh', ...rest] = [...command, ...args];
  return stdin && programOf(name) ? [name, ...rest] : undefined;
}

/** Receives the output and the exit code of a container's process. */
interface ProcessObserver {
  wrote(text: string): void;
  exited(code: number): void;
}

/**
 * Attaches a client to a container's process. Its exit code becomes that of the container, not of the client's session.
 * Without `stdinOnce`, the process waits for another client after the client's input has ended.
 */
const attachedTo =
  (run: Process, isInputLeft: boolean, { wrote, exited }: ProcessObserver): Process =>
  async (streams) => {
    let isInputOver = false;
    const decoder = new TextDecoder();
    const observed =
      (write: ProcessStreams['stdout']): ProcessStreams['stdout'] =>
      (data) => {
        wrote(typeof data === 'string' ? data : decoder.decode(data, { stream: true }));
        return write(data);
      };
    const { stdin, stdout, stderr, signal } = streams;
    const noted = stdin && endNoted(stdin, () => (isInputOver = true));
    const code = await run({ stdin: noted, stdout: observed(stdout), stderr: observed(stderr), signal });
    const isWaiting = isInputLeft && code === INTERRUPTED && (isInputOver || signal.aborted);
    if (!isWaiting) exited(code);
    return 0;
  };

async function* endNoted<T>(values: AsyncIterable<T>, note: () => void): AsyncIterable<T> {
  yield* values;
  note();
}

/** Returns a process that follows a container's output from now on. */
const attached =
  (source: LogSource): Process =>
  async ({ stdout, signal }) => {
    const url = 'https://kubelet/containerLogs?follow=true&tailLines=0';
    const { body } = serveLog(new Request(url, { signal }), source);
    for await (const chunk of chunksOf(body)) await stdout(chunk);
    return 0;
  };

function portsOf(
  pod: Pod,
  query: URLSearchParams,
  { ports, network, signal }: { readonly ports: PodPorts; readonly network: PodNetwork; readonly signal: AbortSignal },
): UpgradeTarget {
  return {
    stopped: signal,
    kind: 'ports',
    ports: query.getAll('port').flatMap((list) => list.split(',').map(Number)),
    answer: (port, request) => ports.answer(pod, port, request, network),
    refusal: (port) => (ports.isListening(pod, port) ? undefined : forwardingError(pod, port)),
  };
}
