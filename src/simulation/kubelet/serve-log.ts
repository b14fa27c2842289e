import type { Clock } from '../../api/environment.ts';
import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import { type ContainerRun, containerRun, type LogLine, logLines, nextLineAt, writtenLines } from './container-log.ts';
import { containerNamed, statusOf } from './containers.ts';
import type { RecordedLogs } from './recorded-logs.ts';

export interface LogSource {
  readonly clock: Clock;
  /** Returns the current pod; undefined when it is deleted. */
  pod(): Pod | undefined;
  readonly container: string;
  readonly recorded: RecordedLogs;
  /** Aborted when the simulation stops. */
  readonly signal: AbortSignal;
}

const badRequest = (text: string): Response => new Response(text, { status: 400 });

/** Why a container whose image could not be pulled has no log, by the reason in its status. */
const PULL_PROBLEMS: Readonly<Record<string, string>> = {
  ErrImagePull: "image can't be pulled",
  ImagePullBackOff: 'trying and failing to pull image',
};

/** Answers a request for a container's log, as a kubelet does. */
export function serveLog(request: Request, source: LogSource): Response {
  const query = new URL(request.url).searchParams;
  const pod = source.pod();
  const container = pod && containerNamed(pod, source.container);
  if (!pod || !container) return new Response('pod does not exist', { status: 404 });
  const isPrevious = query.get('previous') === 'true';
  const run = runOf(pod, source.container, isPrevious);
  const { name } = pod.metadata;
  if (!run && isPrevious)
    return badRequest(`previous terminated container "${container.name}" in pod "${name}" not found`);
  if (!run) {
    const reason = statusOf(pod, container.name)?.state?.waiting?.reason ?? 'ContainerCreating';
    const cause = PULL_PROBLEMS[reason] ?? reason;
    return badRequest(`container "${container.name}" in pod "${name}" is waiting to start: ${cause}`);
  }
  const now = source.clock.now();
  const write = lineWriter(query);
  const first = selectLines(linesOf(source, pod, container, run, now), query, now);
  const text = limited(first.map(write).join(''), query.get('limitBytes'));
  if (query.get('follow') !== 'true' || isPrevious) return new Response(text);
  return new Response(followed(request, source, { pod, container, run, text, now, write }));
}

const runOf = (pod: Pod, name: string, isPrevious: boolean): ContainerRun | undefined =>
  containerRun(statusOf(pod, name), isPrevious);

/** Returns the output of a container up to a time, including what is recorded of it. */
function linesOf(source: LogSource, pod: Pod, container: Container, run: ContainerRun, until: number): LogLine[] {
  const requests = source.recorded.of(run.containerId).filter(({ at }) => at <= until);
  const output = source.recorded.outputOf(run.containerId);
  const lines = output.length > 0 ? writtenLines(output, until) : logLines(pod, container, run, until);
  return requests.length === 0 ? lines : [...lines, ...requests].sort((one, other) => one.at - other.at);
}

type WriteLine = (line: LogLine) => string;

function lineWriter(query: URLSearchParams): WriteLine {
  const hasTimes = query.get('timestamps') === 'true';
  return ({ at, text, isOpen }) =>
    `${hasTimes ? `${new Date(at).toISOString().replace('Z', '000000Z')} ` : ''}${text}${isOpen ? '' : '\n'}`;
}

function selectLines(lines: readonly LogLine[], query: URLSearchParams, now: number): readonly LogLine[] {
  const seconds = query.get('sinceSeconds');
  const time = query.get('sinceTime');
  const since = seconds ? now - Number(seconds) * 1000 : time ? Date.parse(time) : Number.NEGATIVE_INFINITY;
  const recent = lines.filter(({ at }) => at >= since);
  const tail = query.get('tailLines');
  return tail === null || Number(tail) >= recent.length ? recent : recent.slice(recent.length - Number(tail));
}

const limited = (text: string, bytes: string | null): string => (bytes === null ? text : text.slice(0, Number(bytes)));

interface Followed {
  readonly pod: Pod;
  readonly container: Container;
  readonly run: ContainerRun;
  /** The output that has already been written, and its time. */
  readonly text: string;
  readonly now: number;
  readonly write: WriteLine;
}

/** Streams new lines until the container has exited or the client has disconnected. */
function followed(request: Request, source: LogSource, start: Followed): ReadableStream<Uint8Array> {
  const { clock } = source;
  const encoder = new TextEncoder();
  let last = start.now;
  let cancel: () => void = () => undefined;
  return new ReadableStream({
    start(controller) {
      const close = (): void => {
        cancel();
        request.signal.removeEventListener('abort', close);
        source.signal.removeEventListener('abort', close);
        controller.close();
      };
      const step = (): void => {
        const pod = source.pod() ?? start.pod;
        const run = runOf(pod, start.container.name, false);
        const isSame = run?.startedAt === start.run.startedAt;
        const current = isSame && run ? run : { ...start.run, finishedAt: clock.now() };
        const lines = linesOf(source, pod, start.container, current, clock.now()).filter(({ at }) => at > last);
        if (lines.length > 0) controller.enqueue(encoder.encode(lines.map(start.write).join('')));
        last = clock.now();
        if (!isSame || current.finishedAt !== undefined || source.pod() === undefined) close();
        else cancel = clock.after(Math.max(Math.min(nextLineAt(start.run, last) - last, 1000), 1), step);
      };
      if (start.text) controller.enqueue(encoder.encode(start.text));
      request.signal.addEventListener('abort', close);
      source.signal.addEventListener('abort', close);
      step();
    },
    cancel: () => cancel(),
  });
}
