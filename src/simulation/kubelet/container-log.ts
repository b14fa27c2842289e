import type { Container, ContainerStatus, Pod } from '../../api/kinds/core-v1.generated.ts';
import { webServerOf } from '../images/web-server.ts';
import { runAlone } from '../shell/run-alone.ts';

export interface LogLine {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
  /** Whether its end is not yet written. */
  readonly isOpen?: boolean;
}

/** Text that a process has written at once. */
export interface PieceOfOutput {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** The time span of a container's run. */
export interface ContainerRun {
  readonly startedAt: number;
  /** Undefined while it is running. */
  readonly finishedAt: number | undefined;
  readonly exitCode: number;
  readonly restartCount: number;
  readonly containerId: string;
}

/** Milliseconds between two lines of a started container. */
const PERIOD = 10_000;
/** Milliseconds between the first lines. */
const START_PERIOD = 20;

/** Returns the current run of a container, or the previous one; undefined when there is none. */
export function containerRun(status: ContainerStatus | undefined, isPrevious: boolean): ContainerRun | undefined {
  const state = isPrevious ? status?.lastState : status?.state;
  const ended = state?.terminated ?? (isPrevious ? undefined : status?.lastState?.terminated);
  const restartCount = Math.max((status?.restartCount ?? 0) - (isPrevious ? 1 : 0), 0);
  if (state?.running?.startedAt)
    return {
      startedAt: Date.parse(state.running.startedAt),
      finishedAt: undefined,
      exitCode: 0,
      restartCount,
      containerId: status?.containerID ?? '',
    };
  if (!ended?.startedAt || !ended.finishedAt) return undefined;
  const { startedAt, finishedAt, exitCode, containerID: containerId = '' } = ended;
  return { startedAt: Date.parse(startedAt), finishedAt: Date.parse(finishedAt), exitCode, restartCount, containerId };
}

/** Returns the output of a container up to a time. The same run always produces the same output. */
export function logLines(
  pod: Pod,
  container: Container,
  run: Omit<ContainerRun, 'containerId'>,
  until: number,
): LogLine[] {
  const { startedAt, finishedAt, exitCode, restartCount } = run;
  const end = Math.min(until, finishedAt ?? until);
  const lone = runAlone(pod, container, { startedAt, restartCount, until: end - startedAt });
  if (lone)
    return writtenLines(
      lone.output.map(({ at, text }) => ({ at: startedAt + at, text })),
      end,
    );
  const first = startLines(pod, container).map((text, index) => ({ at: startedAt + index * START_PERIOD, text }));
  const lines = first.filter(({ at }) => at <= end || finishedAt !== undefined);
  for (let count = 1, at = startedAt + PERIOD; at <= end; count++, at += PERIOD)
    lines.push({ at, text: periodicLine(container, count) });
  if (finishedAt !== undefined && finishedAt <= until)
    lines.push({ at: finishedAt, text: exitCode === 0 ? 'done' : `fatal: exiting with code ${exitCode}` });
  return lines;
}

/** Returns the output of a process up to a time. */
export function writtenLines(output: readonly PieceOfOutput[], end: number): LogLine[] {
  const lines: LogLine[] = [];
  let open: LogLine | undefined;
  for (const { at, text } of output.filter((each) => each.at <= end)) {
    const parts = ((open?.text ?? '') + text).split('\n');
    const rest = parts.pop() ?? '';
    for (const part of parts) lines.push({ at: open?.at ?? at, text: part });
    open = rest === '' ? undefined : { at: open?.at ?? at, text: rest, isOpen: true };
  }
  return open ? [...lines, open] : lines;
}

/** Returns when the next line is due. */
export function nextLineAt({ startedAt }: Pick<ContainerRun, 'startedAt'>, after: number): number {
  const passed = Math.max(after - startedAt, 0);
  if (passed < PERIOD) return startedAt + Math.min((Math.floor(passed / START_PERIOD) + 1) * START_PERIOD, PERIOD);
  return startedAt + (Math.floor(passed / PERIOD) + 1) * PERIOD;
}

function startLines({ metadata }: Pod, container: Container): string[] {
  const { image = '', command = [], args = [] } = container;
  if (webServerOf(container))
    return [
      '/docker-entrypoint.sh: Configuration complete; ready for start up',
      `[notice] 1#1: start worker processes in ${metadata.name}`,
    ];
  const echoed = /(?:^|[\s;&])echo ([^;&|]+)/.exec([...command, ...args].join(' '))?.[1];
  const own = echoed?.trim().replace(/^(["'])(.*)\1$/, '$2');
  return own === undefined ? [`starting ${image}`, `listening in pod ${metadata.namespace}/${metadata.name}`] : [own];
}

const periodicLine = (container: Container, count: number): string =>
  webServerOf(container)
    ? `10.0.0.1 - - "GET / HTTP/1.1" 200 615 "-" "probe/${count}"`
    : `handled ${count * 7} requests`;
