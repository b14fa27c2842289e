import type { Container, Pod, Probe } from '../../api/kinds/core-v1.generated.ts';
import { mountOf } from '../config/volume-files.ts';
import { statusOf } from '../kubelet/containers.ts';
import { type ContainerSystem, commandIn, containerSystem } from './container-system.ts';
import { WrittenFiles } from './files.ts';
import type { DnsRequest } from './network.ts';
import { type Program, type Running, STREAMS, type SystemCall } from './program.ts';
import { programOf } from './programs.ts';

/** The run of a container's own process without clients. Times are in milliseconds since its start. */
export interface LoneRun {
  readonly output: readonly { readonly at: number; readonly text: string }[];
  readonly files: WrittenFiles;
  /** Undefined for a process that continues, or that waits for the input of a client. */
  readonly end: { readonly at: number; readonly exitCode: number } | undefined;
}

export interface LoneRunOptions {
  /** Milliseconds since 1970. */
  readonly startedAt?: number;
  /** Milliseconds since the start after which the result is not needed. */
  readonly until?: number;
  /** The number of previous restarts; by default from the pod's status. */
  readonly restartCount?: number;
  /** Returns the values of the records of a name. Without it, the commands of processes that look up names are unknown. */
  readonly lookUp?: ((request: DnsRequest) => readonly string[]) | undefined;
  /** The work of other processes with the same limit, to which the process adds its own. */
  readonly spent?: { steps: number };
  /** Called when the process starts to wait, or has ended. */
  readonly observe?: (at: number, files: WrittenFiles) => void;
}

/** System calls after which a process counts as endless, and the maximum number of calls for a log. */
const MOST_CALLS = 1000;
const MOST_LOGGED_CALLS = 20_000;
/** Steps of work of a process and its restarts after which it counts as endless: a twentieth of a second. */
const MOST_STEPS = 5_000_000;
/** Steps of a lookup of a name, which searches the services and pods of the cluster. */
const LOOKUP_STEPS = 1000;

class Unknown extends Error {}

/** Matches the shell's message for syntax that it does not support, but a real shell may. */
const NOT_UNDERSTOOD = /^(\S*sh|awk): syntax error/;

/** Restarts after which the files of earlier runs are assumed not to change. */
const MOST_RESTARTS = 20;

/**
 * Runs the command of a container instantly; undefined when parts of it are unknown. Its volumes contain the files that
 * its earlier runs have written.
 */
export function runAlone(pod: Pod, container: Container, options: LoneRunOptions = {}): LoneRun | undefined {
  const { restartCount = statusOf(pod, container.name)?.restartCount ?? 0, spent = { steps: 0 } } = options;
  let files = new WrittenFiles();
  for (let earlier = 0; earlier < Math.min(restartCount, MOST_RESTARTS); earlier++) {
    const run = runOnce(pod, container, files, {}, spent);
    files = run ? filesInVolumes(container, run.files) : new WrittenFiles();
    if (files.files.size === 0) break;
  }
  return runOnce(pod, container, files, options, spent);
}

/** Returns the files that outlive a container: those in volumes. */
function filesInVolumes(container: Container, { files, modes }: WrittenFiles): WrittenFiles {
  const kept = new WrittenFiles();
  for (const [path, content] of files) if (mountOf(container, path)) kept.files.set(path, content);
  for (const [path, mode] of modes) if (kept.files.has(path)) kept.modes.set(path, mode);
  return kept;
}

const runOnce = (
  pod: Pod,
  container: Container,
  files: WrittenFiles,
  options: LoneRunOptions,
  spent: { steps: number },
): LoneRun | undefined => {
  const hasClients = container.stdin === true;
  return runIn(pod, container, (system) => commandIn(system, container), files, { ...options, hasClients, spent });
};

interface RunOptions extends LoneRunOptions {
  /** Whether clients can send input, for which the process waits. */
  readonly hasClients?: boolean;
  readonly spent: { steps: number };
}

/** Runs a command in a container instantly; undefined when parts of it are unknown. */
function runIn(
  pod: Pod,
  container: Container,
  commandOf: (system: ContainerSystem) => readonly string[],
  files: WrittenFiles,
  options: RunOptions,
): LoneRun | undefined {
  const { startedAt = 0 } = options;
  const progress = { at: 0 };
  const clock = { now: () => startedAt + progress.at, after: () => () => undefined };
  const system = containerSystem(clock, pod, container, files);
  const [name = '', ...args] = commandOf(system);
  const { workingFolder: folder, environment } = system;
  const context = { ...STREAMS, system, folder, environment, isTerminal: false, programOf: knownProgram };
  try {
    return play(knownProgram(name)(args, context), files, progress, options);
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

function knownProgram(name: string): Program {
  const program = programOf(name);
  if (!program) throw new Unknown(name);
  return program;
}

function play(
  running: Running<number>,
  files: WrittenFiles,
  progress: { at: number },
  { until = Number.POSITIVE_INFINITY, lookUp, observe, hasClients, spent }: RunOptions,
): LoneRun {
  const output: { at: number; text: string }[] = [];
  let answer: string | undefined;
  const decoder = new TextDecoder();
  const most = Number.isFinite(until) ? MOST_LOGGED_CALLS : MOST_CALLS;
  for (let calls = 0; calls < most; calls++) {
    const { done, value } = nextOf(running, answer);
    answer = undefined;
    const isWaiting = !done && hasClients && (value.kind === 'read' || value.kind === 'readLine');
    if (done || isWaiting || value.kind === 'sleep') observe?.(progress.at, files);
    if (isWaiting) break;
    if (done) return { output, files, end: { at: progress.at, exitCode: value } };
    if (value.kind === 'request') {
      // The responses of others are unknown here.
      if (value.request.protocol !== 'dns' || !lookUp) throw new Unknown(value.request.protocol);
      spent.steps += LOOKUP_STEPS;
      if (spent.steps > MOST_STEPS) break;
      answer = lookUp(value.request).join('\n') || undefined;
    } else if (value.kind === 'work') {
      calls--;
      spent.steps += value.steps;
      if (spent.steps > MOST_STEPS) break;
    } else if (value.kind === 'sleep') progress.at += value.milliseconds;
    else if ('data' in value) {
      const text = typeof value.data === 'string' ? value.data : decoder.decode(value.data);
      if (NOT_UNDERSTOOD.test(text)) throw new Unknown(text);
      if (text !== '') output.push({ at: progress.at, text });
    }
    if (progress.at > until) break;
  }
  return { output, files, end: undefined };
}

/** Continues to the next call. Without a client, there is no input. A process that runs out of memory or space ends. */
function nextOf(running: Running<number>, answer: string | undefined): IteratorResult<SystemCall, number> {
  try {
    return running.next(answer);
  } catch (error) {
    if (error instanceof RangeError) return { done: true, value: 1 };
    throw error;
  }
}

/**
 * Runs a command beside a container's own process, as probes and hooks do. The result is undefined when the command is
 * unknown, and its end when it takes longer than `until` milliseconds.
 */
export const runBeside = (
  pod: Pod,
  container: Container,
  command: readonly string[],
  files: WrittenFiles,
  until: number,
): Pick<LoneRun, 'end'> | undefined => runIn(pod, container, () => command, files, { until, spent: { steps: 0 } });

/**
 * Reports whether a probe's command succeeds within its timeout in a container that has written files; undefined when
 * the command is unknown.
 */
export function probeSucceeds(
  pod: Pod,
  container: Container,
  { exec, timeoutSeconds = 1 }: Probe,
  files: WrittenFiles,
): boolean | undefined {
  const until = timeoutSeconds * 1000;
  const run = runBeside(pod, container, exec?.command ?? [], files, until);
  return run && run.end?.exitCode === 0 && run.end.at <= until;
}
