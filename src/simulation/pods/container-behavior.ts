import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import { parseDuration } from '../../api/values/duration.ts';
import { configAt } from '../config/pod-configs.ts';
import { isServer } from '../images/agnhost.ts';
import { statusOf } from '../kubelet/containers.ts';
import { POD_ANNOTATIONS } from '../names.ts';
import { WrittenFiles } from '../shell/files.ts';
import { type LoneRun, runAlone, runBeside } from '../shell/run-alone.ts';
import { courseOfProbes } from './probes/failing-probes.ts';
import { observedReadiness } from './probes/observed-probes.ts';
import { type FailingProbe, failureAfter, type KillingProbe, probeOf } from './probes/probes.ts';
import { terminationMessageOf } from './termination-message.ts';
import type { ContainerKind } from './transition.ts';

/** The behavior of a container. */
export interface ContainerBehavior {
  readonly isImageMissing: boolean;
  /** Milliseconds. */
  readonly pull: number;
  /** Milliseconds until it exits; undefined when it runs until it is stopped. */
  readonly runtime: number | undefined;
  /** Whether its process ends at its start, although the container seems to run for a moment. */
  readonly endsAtOnce: boolean;
  readonly exitCode: number;
  /** The reason of the exit: `Completed`, `Error`, `OOMKilled`. */
  readonly exitReason: string;
  readonly failingProbe: FailingProbe | undefined;
  /** The failing probe, if it kills the container. */
  readonly killingProbe: KillingProbe | undefined;
  /** Milliseconds from its start until its probes have succeeded. */
  readonly readyAfter: number;
  /** Milliseconds of its preStop hook; infinite for one that does not end. */
  readonly preStop: number;
  /** The message that it reports when it ends. */
  readonly terminationMessage: string | undefined;
}

/** Milliseconds that containers of jobs, init containers and crashing containers run. */
const SHORT_RUN = 1000;
const PULL = 500;
const KILLED = 137;

/** Names of images whose containers crash, as in `registry.example/crash:1`. */
const CRASHING = /(^|[/-])crash(loop)?([-:@]|$)/;
const MISSING = /(^|[/-])(missing|not-found|non-?existent)([-:@]|$)|:(missing|not-found|non-?existent|404)$|^invalid\./;
const OUT_OF_MEMORY = /(^|[/-])oom([-:@]|$)/;

const READERS = /(^|\/)(sh|cat)$/;

type Fault = 'image-not-found' | 'crash-loop' | 'out-of-memory';

interface KnownBehavior {
  readonly annotations: Readonly<Record<string, string>> | undefined;
  readonly restartPolicy: string | undefined;
  readonly kind: ContainerKind;
  readonly config: unknown;
  readonly observed: boolean | undefined;
  readonly restartCount: number | undefined;
  readonly behavior: ContainerBehavior;
}

/** Behaviors by container object, which the states of a pod share. Many stages of a pod depend on them. */
const known = new WeakMap<Container, KnownBehavior>();

/**
 * Returns the behavior of a container, from annotations of its pod, its command or the name of its image. How the others of
 * a pod run says nothing about an ephemeral one, which runs until the pod ends unless its command ends.
 */
export function behaviorOf(pod: Pod, container: Container, kind: ContainerKind = 'containers'): ContainerBehavior {
  const { annotations } = pod.metadata;
  const { restartPolicy } = pod.spec ?? {};
  const last = known.get(container);
  const config = configAt(pod, 0);
  const observed = observedReadiness(pod, container);
  const restartCount = statusOf(pod, container.name)?.restartCount;
  const isSame = last?.kind === kind && last.config === config && last.observed === observed;
  if (
    isSame &&
    last.restartCount === restartCount &&
    last.restartPolicy === restartPolicy &&
    last.annotations === annotations
  )
    return last.behavior;
  const behavior = readBehavior(pod, container, kind, observed);
  known.set(container, { annotations, restartPolicy, kind, config, observed, restartCount, behavior });
  return behavior;
}

function readBehavior(
  pod: Pod,
  container: Container,
  kind: ContainerKind,
  observed: boolean | undefined,
): ContainerBehavior {
  const { annotations } = pod.metadata;
  const [isInitial, isEphemeral] = [kind === 'initContainers', kind === 'ephemeralContainers'];
  const own = (name: string): string | undefined => annotations?.[`${name}.${container.name}`];
  const ownOrShared = (name: string): string | undefined => own(name) ?? annotations?.[name];
  const annotation = isEphemeral ? own : ownOrShared;
  const fault = faultOf(container.image ?? '', annotation(POD_ANNOTATIONS.fault));
  const probe = annotation(POD_ANNOTATIONS.failingProbe);
  const { failure, readyAfter } = isInitial ? { failure: undefined, readyAfter: 0 } : courseOfProbes(pod, container);
  const found = failure?.probe ?? (observed === false ? 'readiness' : undefined);
  const failingProbe = isProbe(probe) ? probe : observed && found === 'readiness' ? undefined : found;
  const killingProbe = failingProbe === 'readiness' ? undefined : failingProbe;
  const run = runAlone(pod, container);
  const command = run ? endOf(run) : commandOf(container);
  const exitCode = exitCodeOf(fault, killingProbe !== undefined, annotation(POD_ANNOTATIONS.exitCode), command);
  const readsInput = !isInitial && interactiveCommandOf(container) !== undefined;
  const endsByItself =
    run?.end !== undefined ||
    (!run && !isEphemeral && pod.spec?.restartPolicy !== 'Always' && !isServer(container)) ||
    isInitial ||
    exitCode !== 0;
  return {
    isImageMissing: fault === 'image-not-found',
    pull: durationOf(ownOrShared(POD_ANNOTATIONS.pullDuration)) ?? PULL,
    runtime:
      durationOf(annotation(POD_ANNOTATIONS.runDuration)) ??
      (killingProbe && (failure?.after ?? failureAfter(probeOf(container, killingProbe)))) ??
      command.sleep ??
      (endsByItself && !readsInput ? SHORT_RUN : undefined),
    endsAtOnce: run?.end?.at === 0 && !killingProbe,
    exitCode,
    exitReason: fault === 'out-of-memory' ? 'OOMKilled' : exitCode === 0 ? 'Completed' : 'Error',
    failingProbe,
    killingProbe,
    readyAfter,
    preStop: preStopTime(pod, container),
    terminationMessage: run && terminationMessageOf(container, run, exitCode),
  };
}

function preStopTime(pod: Pod, container: Container): number {
  const { exec } = container.lifecycle?.preStop ?? {};
  if (!exec?.command) return 0;
  const run = runBeside(pod, container, exec.command, new WrittenFiles(), Number.POSITIVE_INFINITY);
  if (!run) return commandOf(exec).sleep ?? 0;
  return run.end?.at ?? Number.POSITIVE_INFINITY;
}

const isProbe = (text: string | undefined): text is FailingProbe =>
  text === 'readiness' || text === 'liveness' || text === 'startup';

/** Parses a duration; ignores an invalid one. */
const durationOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseDuration(text);

function faultOf(image: string, annotated: string | undefined): Fault | undefined {
  if (annotated === 'image-not-found' || MISSING.test(image)) return 'image-not-found';
  if (annotated === 'crash-loop' || CRASHING.test(image)) return 'crash-loop';
  return annotated === 'out-of-memory' || OUT_OF_MEMORY.test(image) ? 'out-of-memory' : undefined;
}

function exitCodeOf(
  fault: Fault | undefined,
  isKilled: boolean,
  annotated: string | undefined,
  command: Command,
): number {
  if (annotated !== undefined && /^\d+$/.test(annotated)) return Number(annotated) % 256;
  if (fault === 'out-of-memory' || isKilled) return KILLED;
  if (fault === 'crash-loop') return 1;
  return command.exitCode ?? 0;
}

/**
 * Returns the command of a container that reads its clients' input until it ends: a shell or `cat`. Undefined for
 * others. A container without a command is a shell.
 */
export function interactiveCommandOf({ stdin, command = [], args = [] }: Container): readonly string[] | undefined {
  const [name = 'sh', ...rest] = [...command, ...args];
  const isReader = READERS.test(name) && rest.every((word) => /^-[^c]*$/.test(word));
  return stdin && isReader ? [name, ...rest] : undefined;
}

interface Command {
  /** Milliseconds. */
  readonly sleep: number | undefined;
  readonly exitCode: number | undefined;
}

/** Returns the command of a process. A process that ends immediately is visible for a moment. */
const endOf = ({ end }: LoneRun): Command => ({ sleep: end?.at || undefined, exitCode: end?.exitCode });

/** A command that runs only if the command before it fails, as only `false` does. */
const ALTERNATIVE = /(\bfalse\s*)?\|\|[^;&]*/g;

const LOOP = /(?:^|[\s;&])(?:for|until|while)\s[\s\S]*[\s;]do\s/;

/** Parses `sleep 10`, `exit 3` and `false` in a container's command. */
function commandOf({ command = [], args = [] }: Pick<Container, 'command' | 'args'>): Command {
  const words = [...command, ...args].join(' ');
  const text = words.replace(ALTERNATIVE, (alternative, isFailing) => (isFailing ? alternative : ''));
  // A loop sleeps an unknown number of times.
  const sleep = LOOP.test(text) ? undefined : /(?:^|[\s;&])sleep ([\d.]+)/.exec(text)?.[1];
  const exit = /(?:^|[\s;&])exit (\d+)/.exec(text)?.[1];
  return {
    sleep: sleep === undefined ? undefined : Number(sleep) * 1000,
    exitCode: exit === undefined ? (/(^|[\s;&])false$/.test(text) ? 1 : undefined) : Number(exit),
  };
}
