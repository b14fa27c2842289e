import { timeText } from '../../api/environment.ts';
import type {
  Container,
  ContainerStateTerminated,
  ContainerStatus,
  Pod,
  PodStatus,
} from '../../api/kinds/core-v1.generated.ts';
import { goDurationText } from '../../api/values/duration.ts';
import type { ContainerBehavior } from './container-behavior.ts';
import { containerConditions, hasSucceeded } from './container-conditions.ts';
import { BACKOFF_REASON, endingContainers } from './containers.ts';
import { killingProbeEvents } from './probes/probes.ts';
import { restartBackoff, untilEnd, untilNextEnd } from './timing/waits.ts';
import { type ContainerKind, fieldPathOf, type KubeletFacts, type PodEvent, type Transition } from './transition.ts';

/** Ends the containers whose process or runtime is over. They restart or stay ended according to the restart policy. */
export function exitContainers(pod: Pod, { now, endedProcesses }: KubeletFacts): Transition {
  const exits = endedByClients(pod, endedProcesses) ?? endedByTime(pod, now);
  const events: PodEvent[] = [];
  const containerStatuses = (pod.status?.containerStatuses ?? []).map((known) => {
    const container = pod.spec?.containers?.find(({ name }) => name === known.name);
    const exit = exits.get(known.name);
    if (!container || !exit) return known;
    const { exitCode, exitReason, killingProbe, terminationMessage } = exit;
    if (killingProbe) events.push(...killingProbeEvents(pod, container, killingProbe));
    const terminated = terminatedState(known, exitCode, exitReason, now, terminationMessage);
    if (!restarts(pod, exitCode)) return { ...known, state: { terminated }, ready: false, started: false };
    const wait = restartBackoff(known, now);
    if (wait > 0) events.push(backoffEvent(pod, container));
    return { ...known, ...backingOff(pod, known, wait), lastState: { terminated } };
  });
  const status: PodStatus = { containerStatuses, ...endOf(containerStatuses), ...ephemeralExits(pod, exits, now) };
  return { status, conditions: containerConditions(pod, status, now), events };
}

/** Returns the statuses of exited ephemeral containers, which are not restarted. */
function ephemeralExits({ status }: Pod, exits: ReadonlyMap<string, Exit>, now: number): PodStatus {
  const known = status?.ephemeralContainerStatuses ?? [];
  if (!known.some(({ name }) => exits.has(name))) return {};
  const ephemeralContainerStatuses = known.map((each) => {
    const exit = exits.get(each.name);
    return exit ? { ...each, state: { terminated: terminatedState(each, exit.exitCode, exit.exitReason, now) } } : each;
  });
  return { ephemeralContainerStatuses };
}

type Exit = Pick<ContainerBehavior, 'exitCode' | 'exitReason' | 'killingProbe' | 'terminationMessage'>;

/** Returns the statuses of the containers whose processes clients may end. */
export const clientProcesses = (status: PodStatus | null | undefined): readonly ContainerStatus[] => [
  ...(status?.containerStatuses ?? []),
  ...(status?.ephemeralContainerStatuses ?? []),
];

/** Returns the exits of containers whose process was ended by a client; undefined without any. */
function endedByClients({ status }: Pod, ended: ReadonlyMap<string, number>): Map<string, Exit> | undefined {
  const exits = new Map<string, Exit>();
  for (const { name, state, containerID = '' } of clientProcesses(status)) {
    const exitCode = ended.get(containerID);
    if (state?.running && exitCode !== undefined)
      exits.set(name, {
        exitCode,
        exitReason: exitCode === 0 ? 'Completed' : 'Error',
        killingProbe: undefined,
        terminationMessage: undefined,
      });
  }
  return exits.size > 0 ? exits : undefined;
}

/** Returns the exits of the containers that end next. */
function endedByTime(pod: Pod, now: number): Map<string, Exit> {
  const ending = endingContainers(pod);
  const next = untilNextEnd(ending, now);
  const exits = new Map<string, Exit>();
  for (const each of ending) if (untilEnd(each, now) <= next) exits.set(each.name, each.behavior);
  return exits;
}

export const restarts = ({ spec }: Pod, exitCode: number): boolean =>
  spec?.restartPolicy === 'Always' || (spec?.restartPolicy === 'OnFailure' && exitCode !== 0);

export const terminatedState = (
  { state, containerID }: ContainerStatus,
  exitCode: number,
  reason: string,
  now: number,
  message?: string,
): ContainerStateTerminated => ({
  exitCode,
  reason,
  ...(message ? { message } : {}),
  startedAt: state?.running?.startedAt ?? timeText(now),
  finishedAt: timeText(now),
  containerID: containerID ?? '',
});

const nameOf = ({ metadata }: Pod): string => `${metadata.name}_${metadata.namespace}(${metadata.uid})`;

export const backingOff = (pod: Pod, { name }: ContainerStatus, wait: number) => ({
  state: {
    waiting: {
      reason: BACKOFF_REASON,
      message: `back-off ${goDurationText(wait)} restarting failed container=${name} pod=${nameOf(pod)}`,
    },
  },
  ready: false,
  started: false,
});

export const backoffEvent = (pod: Pod, { name }: Container, kind?: ContainerKind): PodEvent => ({
  type: 'Warning',
  reason: 'BackOff',
  message: `Back-off restarting failed container ${name} in pod ${nameOf(pod)}`,
  fieldPath: fieldPathOf(name, kind),
});

/** Returns the phase of a pod whose containers have all ended. */
function endOf(statuses: readonly ContainerStatus[]): PodStatus {
  if (!statuses.every(({ state }) => state?.terminated)) return {};
  return { phase: statuses.every(hasSucceeded) ? 'Succeeded' : 'Failed' };
}
