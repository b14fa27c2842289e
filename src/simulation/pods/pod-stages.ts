import type { Clock, Random } from '../../api/environment.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { type PodConfig, refersToConfig } from '../config/pod-config.ts';
import { SIMULATION_GROUP, SIMULATION_VERSION } from '../names.ts';
import type { SimulatedNode } from '../nodes/simulated-nodes.ts';
import { chooseStage, delayOf } from '../stages/choose-stage.ts';
import { fillIn } from '../stages/field-path.ts';
import type { PodAction, PodState, Stage } from '../stages/stage.ts';
import type { StageTable } from '../stages/stage-table.ts';
import { POD_ACTIONS } from './actions.ts';
import { rejectionOf } from './admission/rejection.ts';
import { ownAddressOf } from './containers.ts';
import { specificationProblem } from './creation-problem.ts';
import { ensureImage } from './ensure-image.ts';
import { clientProcesses } from './exit-containers.ts';
import type { EnsuredImages } from './image-pulls.ts';
import { podStateOf } from './pod-state.ts';
import { hasBroken, podReadiness } from './probes/readiness.ts';
import { hasChanged } from './restart-changed.ts';
import { StatusChange } from './status-change.ts';
import { endPod } from './stop-containers.ts';
import { untilDeadline } from './timing/deadline.ts';
import { podBackoff, podRuntime, podTermination } from './timing/waits.ts';
import type { KubeletFacts, PodEvent } from './transition.ts';

/** Maximum number of stages without a delay that are joined in one write. */
const MOST_JOINED = 8;

/** Applies when a client has ended the process of a container, whatever the stages are. */
const PROCESS_ENDED: Stage = {
  apiVersion: `${SIMULATION_GROUP}/${SIMULATION_VERSION}`,
  kind: 'Stage',
  metadata: {},
  spec: { resource: 'pods', selector: {}, next: { action: 'ExitContainers' } },
};

/** Applies when a client has changed files so that a container's readiness probe fails. */
const PROBE_FAILED: Stage = {
  ...PROCESS_ENDED,
  spec: { resource: 'pods', selector: {}, next: { action: 'MakeUnready' } },
};

/** Applies when a pod has exceeded its active deadline, whatever the stages are. */
const DEADLINE_EXCEEDED: Stage = {
  ...PROCESS_ENDED,
  spec: { resource: 'pods', selector: {}, next: { action: 'ExceedDeadline' } },
};

/** Applies when the image of a running container was changed, whatever the stages are. */
const IMAGE_CHANGED: Stage = {
  ...PROCESS_ENDED,
  spec: { resource: 'pods', selector: {}, next: { action: 'RestartChanged' } },
};

const ENDING_STATES: readonly PodState[] = ['Finished', 'Terminating'];

/** The objects and images that the kubelet fetched before a stage. */
export interface Preparation {
  readonly images: EnsuredImages;
  /** Undefined when nothing is needed. */
  readonly config: PodConfig | undefined;
}

export interface PodStagesOptions {
  readonly clock: Clock;
  readonly random: Random;
  stages(): StageTable;
  /** Returns the pods on the named node. */
  podsOn(node: string): readonly Pod[];
}

/** Chooses the stages of pods, and computes their changes. */
export class PodStages {
  readonly #options: PodStagesOptions;

  /** Exit codes of processes that clients have ended, by container ID. */
  readonly #ended = new Map<string, number>();

  /** UIDs of pods whose containers retry pulling their images. */
  readonly #retries = new Set<string>();

  constructor(options: PodStagesOptions) {
    this.#options = options;
  }

  /** Records the end of a container's process. */
  endProcess(containerId: string, exitCode: number): void {
    this.#ended.set(containerId, exitCode);
  }

  /** Discards the processes of containers that a pod shows as ended. */
  forgetProcesses({ status }: Pod): void {
    if (this.#ended.size === 0) return;
    for (const { state, containerID = '', lastState } of clientProcesses(status)) {
      if (!state?.running) this.#ended.delete(containerID);
      this.#ended.delete(lastState?.terminated?.containerID ?? '');
    }
  }

  /** Discards the state of a deleted pod. */
  forget({ metadata, status }: Pod): void {
    this.#retries.delete(metadata.uid ?? '');
    if (this.#ended.size === 0) return;
    for (const { containerID = '' } of clientProcesses(status)) this.#ended.delete(containerID);
  }

  /** Makes retrying image pulls the next stage of a pod. */
  retryPulls({ metadata }: Pod): void {
    this.#retries.add(metadata.uid ?? '');
  }

  /** Returns the milliseconds until containers retry pulling their images; undefined when they do not. */
  retryDelayOf(pod: Pod): number | undefined {
    const stage = this.#chooseIn('PullFailed', pod);
    return stage && this.delayOf(stage, pod);
  }

  /** Returns the next stage of a pod; undefined when there is none. */
  choose(pod: Pod, state: PodState): Stage | undefined {
    if (this.#ended.size > 0 && state !== 'Terminating' && this.#hasEndedProcess(pod)) return PROCESS_ENDED;
    if (ENDING_STATES.includes(state)) return this.#chooseIn(state, pod);
    if (untilDeadline(pod, this.#options.clock.now()) <= 0) return DEADLINE_EXCEEDED;
    if (hasChanged(pod)) return IMAGE_CHANGED;
    if (hasBroken(pod)) return PROBE_FAILED;
    const isRetried = this.#retries.size > 0 && this.#retries.has(pod.metadata.uid ?? '');
    const retry = isRetried ? this.#chooseIn('PullFailed', pod) : undefined;
    return retry ? withoutDelay(retry) : this.#chooseIn(state, pod);
  }

  #chooseIn(state: PodState, pod: Pod): Stage | undefined {
    const { stages, random } = this.#options;
    return chooseStage(stages().in(state), pod, random);
  }

  #hasEndedProcess({ status }: Pod): boolean {
    return clientProcesses(status).some(
      ({ state, containerID = '' }) => state?.running && this.#ended.has(containerID),
    );
  }

  /** Returns the milliseconds before a stage. */
  delayOf({ spec }: Stage, pod: Pod): number {
    if (!spec.delay) return 0;
    const { clock, random } = this.#options;
    const now = clock.now();
    const particular = {
      Runtime: () => podRuntime(pod, now),
      Backoff: () => podBackoff(pod, now),
      Readiness: () => podReadiness(pod, now),
      Termination: () => podTermination(pod, now),
      Pull: () => 0,
    };
    return delayOf(spec.delay, pod, particular, random);
  }

  /** Returns the changes of a stage and of the stages without a delay that follow it. */
  changeOf(pod: Pod, first: Stage, preparation: Preparation, node: SimulatedNode): StatusChange {
    const change = new StatusChange(pod);
    this.#retries.delete(pod.metadata.uid ?? '');
    let stage: Stage | undefined = first;
    for (let joined = 0; stage && joined < MOST_JOINED; joined++) {
      this.#apply(stage, change, preparation, node);
      if (stage.spec.next.delete) {
        change.add(endPod(change.pod, this.#options.clock.now()));
        break;
      }
      const next = this.choose(change.pod, podStateOf(change.pod));
      stage = next && next !== stage && this.#isImmediate(next, change.pod, preparation) ? next : undefined;
    }
    return change;
  }

  #isImmediate(stage: Stage, pod: Pod, { config }: Preparation): boolean {
    const { delay, next } = stage.spec;
    if (next.delete || delay?.jitterMilliseconds || waitsForPull(stage, pod)) return false;
    if (config === undefined && needsConfig(stage, pod)) return false;
    return this.delayOf(stage, pod) <= 0;
  }

  #apply({ spec }: Stage, change: StatusChange, preparation: Preparation, node: SimulatedNode): void {
    const { action, status, events } = spec.next;
    if (action) change.add(POD_ACTIONS[action](change.pod, this.#factsOf(change.pod, preparation, node)));
    if (status) {
      const { conditions = [], ...fields } = fillIn(status, change.pod) as NonNullable<Pod['status']>;
      change.add({ status: fields, conditions, events: [] });
    }
    if (events) change.events.push(...(fillIn(events, change.pod) as PodEvent[]));
  }

  #factsOf(pod: Pod, preparation: Preparation, place: SimulatedNode): KubeletFacts {
    const { clock, random, podsOn } = this.#options;
    const { node, hostAddress, addresses, images } = place;
    const now = clock.now();
    return {
      now,
      random,
      hostIp: hostAddress,
      endedProcesses: this.#ended,
      rejection: () => rejectionOf(pod, node, () => podsOn(node.metadata.name ?? '')),
      podIp: () => ownAddressOf(pod) || addresses.addressOf(pod.metadata.uid ?? ''),
      ensureImage(container, kind) {
        const earlier = preparation.images.get(container.name);
        if (earlier) return earlier;
        const { begin, end, problem } = ensureImage(pod, container, kind, images, now);
        return { events: [...begin, ...end], problem };
      },
      isPullBackingOff: ({ image = '' }) => images.backoff.waits(pod.metadata.uid ?? '', image, now),
      environmentProblem: (container) =>
        preparation.config?.environmentProblem(pod, container) ?? specificationProblem(pod, container, now),
    };
  }
}

function withoutDelay(stage: Stage): Stage {
  const { delay: _, ...spec } = stage.spec;
  return { ...stage, spec };
}

/** Stages that end containers may restart them in the same write. */
const STARTING_ACTIONS: readonly (PodAction | undefined)[] = [
  ...(['StartInitContainer', 'StartContainers', 'StartEphemeralContainers'] as const),
  ...(['RetryPull', 'RestartContainers', 'RestartChanged', 'ExitContainers', 'FinishInitContainer'] as const),
];

/** Reports whether a stage creates containers whose config maps and secrets must be read first. */
export const needsConfig = ({ spec }: Stage, pod: Pod): boolean =>
  STARTING_ACTIONS.includes(spec.next.action) && refersToConfig(pod);

/** Reports whether a stage waits for image pulls; a delay in an annotation replaces the wait. */
export function waitsForPull({ spec }: Stage, { metadata }: Pod): boolean {
  const { from, fromAnnotation = '' } = spec.delay ?? {};
  return from === 'Pull' && metadata.annotations?.[fromAnnotation] === undefined;
}
