import { timeText } from '../../api/environment.ts';
import type {
  Container,
  ContainerStateTerminated,
  ContainerStatus,
  Pod,
  PodStatus,
} from '../../api/kinds/core-v1.generated.ts';
import { durationText } from '../../api/values/duration.ts';
import { behaviorOf, type ContainerBehavior } from './container-behavior.ts';
import { containerConditions } from './container-conditions.ts';
import { BACKOFF_REASON, endingContainers, hasSucceeded, nextInitContainer } from './pod-state.ts';
import { fieldPathOf, type KubeletFacts, type PodEvent, type Transition } from './transition.ts';

const INITIAL_BACKOFF = 10_000;
const MAXIMUM_BACKOFF = 300_000;

/** Milliseconds before a restart: the first is immediate, and each later wait is twice the last. */
export const restartBackoff = (restartCount: number): number =>
  restartCount === 0 ? 0 : Math.min(INITIAL_BACKOFF * 2 ** (restartCount - 1), MAXIMUM_BACKOFF);

/** Milliseconds until the next container of a pod may start again. */
export const podBackoff = ({ status }: Pod): number =>
  Math.min(
    ...[...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
      .filter(({ state }) => state?.waiting?.reason === BACKOFF_REASON)
      .map(({ restartCount }) => restartBackoff(restartCount)),
  );

/** Milliseconds that the next container to exit runs. */
export function podRuntime(pod: Pod): number {
  const next = nextInitContainer(pod);
  if (next) return behaviorOf(pod, next.container, true).runtime ?? 0;
  return Math.min(...endingContainers(pod).map(({ runtime }) => runtime));
}

/** Lets the containers exit whose process or time is over. They restart or end as the restart policy says. */
export function exitContainers(pod: Pod, { now, endedProcesses }: KubeletFacts): Transition {
  const exits = endedByClients(pod, endedProcesses) ?? endedByTime(pod);
  const events: PodEvent[] = [];
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((known) => {
    const container = pod.spec?.containers?.find(({ name }) => name === known.name);
    const exit = exits.get(known.name);
    if (!container || !exit) return known;
    const { exitCode, exitReason, failingProbe } = exit;
    if (failingProbe === 'liveness') events.push(...livenessEvents(container));
    const terminated = terminatedState(known, exitCode, exitReason, now);
    if (!restarts(pod, exitCode)) return { ...known, state: { terminated }, ready: false, started: false };
    const wait = restartBackoff(known.restartCount);
    if (wait > 0) events.push(backoffEvent(pod, container));
    return { ...known, ...backingOff(pod, known, wait), lastState: { terminated } };
  });
  const status: PodStatus = { containerStatuses, ...endOf(containerStatuses), ...ephemeralExits(pod, exits, now) };
  return { status, conditions: containerConditions(pod, status, now), events };
}

/** Ephemeral containers are not restarted. */
function ephemeralExits({ status }: Pod, exits: ReadonlyMap<string, Exit>, now: number): PodStatus {
  const known = status?.ephemeralContainerStatuses ?? [];
  if (!known.some(({ name }) => exits.has(name))) return {};
  const ephemeralContainerStatuses = known.map((each) => {
    const exit = exits.get(each.name);
    return exit ? { ...each, state: { terminated: terminatedState(each, exit.exitCode, exit.exitReason, now) } } : each;
  });
  return { ephemeralContainerStatuses };
}

type Exit = Pick<ContainerBehavior, 'exitCode' | 'exitReason' | 'failingProbe'>;

/** The statuses of the containers whose processes clients may end. */
export const clientProcesses = (status: PodStatus | null | undefined): readonly ContainerStatus[] => [
  ...(status?.containerStatuses ?? []),
  ...(status?.ephemeralContainerStatuses ?? []),
];

/** Returns the exits of containers whose process a client has ended; undefined without any. */
function endedByClients({ status }: Pod, ended: ReadonlyMap<string, number>): Map<string, Exit> | undefined {
  const exits = new Map<string, Exit>();
  for (const { name, state, containerID = '' } of clientProcesses(status)) {
    const exitCode = ended.get(containerID);
    if (state?.running && exitCode !== undefined)
      exits.set(name, { exitCode, exitReason: exitCode === 0 ? 'Completed' : 'Error', failingProbe: undefined });
  }
  return exits.size > 0 ? exits : undefined;
}

/** Returns the exits of the containers that run for the shortest time. */
function endedByTime(pod: Pod): Map<string, Exit> {
  const ending = endingContainers(pod);
  const first = Math.min(...ending.map(({ runtime }) => runtime));
  const exiting = new Set(ending.filter(({ runtime }) => runtime === first).map(({ name }) => name));
  const containers = (pod.spec?.containers ?? []).filter(({ name }) => exiting.has(name));
  return new Map(containers.map((container) => [container.name, behaviorOf(pod, container)]));
}

export const restarts = ({ spec }: Pod, exitCode: number): boolean =>
  spec?.restartPolicy === 'Always' || (spec?.restartPolicy === 'OnFailure' && exitCode !== 0);

export const terminatedState = (
  { state, containerID }: ContainerStatus,
  exitCode: number,
  reason: string,
  now: number,
): ContainerStateTerminated => ({
  exitCode,
  reason,
  startedAt: state?.running?.startedAt ?? timeText(now),
  finishedAt: timeText(now),
  containerID: containerID ?? '',
});

const nameOf = ({ metadata }: Pod): string => `${metadata.name}_${metadata.namespace}(${metadata.uid})`;

export const backingOff = (pod: Pod, { name }: ContainerStatus, wait: number) => ({
  state: {
    waiting: {
      reason: BACKOFF_REASON,
      message: `back-off ${durationText(wait)} restarting failed container=${name} pod=${nameOf(pod)}`,
    },
  },
  ready: false,
  started: false,
});

const backoffEvent = (pod: Pod, { name }: Container): PodEvent => ({
  type: 'Warning',
  reason: 'BackOff',
  message: `Back-off restarting failed container ${name} in pod ${nameOf(pod)}`,
  fieldPath: fieldPathOf(name),
});

function livenessEvents({ name }: Container): PodEvent[] {
  const fieldPath = fieldPathOf(name);
  const probe = 'Liveness probe failed: HTTP probe failed with statuscode: 500';
  return [
    { type: 'Warning', reason: 'Unhealthy', message: probe, fieldPath },
    {
      type: 'Normal',
      reason: 'Killing',
      message: `Container ${name} failed liveness probe, will be restarted`,
      fieldPath,
    },
  ];
}

/** Returns the phase of a pod whose containers have all ended. */
function endOf(statuses: readonly ContainerStatus[]): PodStatus {
  if (!statuses.every(({ state }) => state?.terminated)) return {};
  return { phase: statuses.every(hasSucceeded) ? 'Succeeded' : 'Failed' };
}
