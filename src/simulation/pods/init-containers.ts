import type { Container, ContainerStatus, Pod, PodStatus } from '../../api/kinds/core-v1.generated.ts';
import { behaviorOf } from './container-behavior.ts';
import { containerConditions } from './container-conditions.ts';
import { nextInitContainer } from './containers.ts';
import { backingOff, backoffEvent, restarts, terminatedState } from './exit-containers.ts';
import { addressesOf, creationProblem, startEvents, startedStatus } from './start-containers.ts';
import { restartBackoff } from './timing/waits.ts';
import type { KubeletFacts, PodEvent, Transition } from './transition.ts';

const KIND = 'initContainers';

/** Starts the next init container, unless it cannot be created. */
export function startInitContainer(pod: Pod, facts: KubeletFacts): Transition {
  const next = nextInitContainer(pod);
  return next ? changeOf(pod, facts, next, started(next, facts)) : NOTHING;
}

/** Ends the next init container. One that is not running yet runs to its end. */
export function finishInitContainer(pod: Pod, facts: KubeletFacts): Transition {
  const next = nextInitContainer(pod);
  if (!next) return NOTHING;
  const { events, status: running } = next.status.state?.running
    ? { events: [], status: next.status }
    : started(next, facts);
  if (!running.state?.running) return changeOf(pod, facts, next, { events, status: running });
  const { exitCode, exitReason, terminationMessage } = behaviorOf(pod, next.container, 'initContainers');
  const terminated = terminatedState(running, exitCode, exitReason, facts.now, terminationMessage);
  const ended = { ...running, state: { terminated }, ready: exitCode === 0, started: false };
  if (exitCode === 0) return changeOf(pod, facts, next, { events, status: ended });
  if (!restarts(pod, exitCode)) return changeOf(pod, facts, next, { events, status: ended }, 'Failed');
  const wait = restartBackoff(running, facts.now);
  const status = { ...ended, ...backingOff(pod, next.status, wait), lastState: { terminated } };
  const backoff = wait > 0 ? [backoffEvent(pod, next.container, KIND)] : [];
  return changeOf(pod, facts, next, { events: [...events, ...backoff], status });
}

const NOTHING: Transition = { status: {}, conditions: [], events: [] };

interface Next {
  readonly container: Container;
  readonly status: ContainerStatus;
}

interface Step {
  readonly status: ContainerStatus;
  readonly events: readonly PodEvent[];
}

function started({ container, status }: Next, facts: KubeletFacts): Step {
  const events: PodEvent[] = [];
  const problem = creationProblem(container, KIND, facts, events);
  if (problem) return { status: { ...status, state: { waiting: problem } }, events };
  events.push(...startEvents(container, KIND));
  return { status: startedStatus(container, status, facts), events };
}

function changeOf(
  pod: Pod,
  facts: KubeletFacts,
  { container }: Next,
  step: Step,
  phase = pod.status?.phase,
): Transition {
  const known = pod.status?.initContainerStatuses ?? [];
  const initContainerStatuses = known.map((each) => (each.name === container.name ? step.status : each));
  const containerStatuses = pod.status?.containerStatuses ?? [];
  const { podIP, podIPs } = addressesOf(pod, facts);
  const status: PodStatus = { initContainerStatuses, containerStatuses, podIP, podIPs, phase };
  return { status, conditions: containerConditions(pod, status, facts.now), events: [...step.events] };
}
