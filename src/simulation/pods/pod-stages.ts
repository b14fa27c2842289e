import type { Clock, Random } from '../../api/environment.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { SIMULATION_GROUP, SIMULATION_VERSION } from '../names.ts';
import type { SimulatedNode } from '../nodes/simulated-nodes.ts';
import { chooseStage, delayOf } from '../stages/choose-stage.ts';
import { fillIn } from '../stages/field-path.ts';
import type { PodState, Stage } from '../stages/stage.ts';
import type { StageTable } from '../stages/stage-table.ts';
import { POD_ACTIONS } from './actions.ts';
import { ensureImage } from './ensure-image.ts';
import { clientProcesses, podBackoff, podRuntime } from './exit-containers.ts';
import type { EnsuredImages } from './image-pulls.ts';
import { ownAddressOf, podStateOf } from './pod-state.ts';
import { StatusChange } from './status-change.ts';
import type { KubeletFacts, PodEvent } from './transition.ts';

/** Stages without a delay that are joined in one write. */
const MOST_JOINED = 8;

/** What happens when a client has ended the process of a container, whatever the stages are. */
const PROCESS_ENDED: Stage = {
  apiVersion: `${SIMULATION_GROUP}/${SIMULATION_VERSION}`,
  kind: 'Stage',
  metadata: {},
  spec: { resource: 'pods', selector: {}, next: { action: 'ExitContainers' } },
};

export interface PodStagesOptions {
  readonly clock: Clock;
  readonly random: Random;
  stages(): StageTable;
}

/** Chooses the stages of pods, and computes what they change. */
export class PodStages {
  readonly #options: PodStagesOptions;

  /** Exit codes of processes that clients have ended, by the IDs of their containers. */
  readonly #ended = new Map<string, number>();

  constructor(options: PodStagesOptions) {
    this.#options = options;
  }

  /** Notes the end of the process of a container. */
  endProcess(containerId: string, exitCode: number): void {
    this.#ended.set(containerId, exitCode);
  }

  /** Forgets the processes of containers that a pod shows as ended, or all when it is gone. */
  forgetProcesses({ status }: Pod, isGone: boolean): void {
    if (this.#ended.size === 0) return;
    for (const { state, containerID = '', lastState } of clientProcesses(status)) {
      if (isGone || !state?.running) this.#ended.delete(containerID);
      this.#ended.delete(lastState?.terminated?.containerID ?? '');
    }
  }

  /** Returns the next stage of a pod; undefined when there is none. */
  choose(pod: Pod, state: PodState): Stage | undefined {
    if (this.#ended.size > 0 && state !== 'Terminating' && this.#hasEndedProcess(pod)) return PROCESS_ENDED;
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
    const particular = { Runtime: () => podRuntime(pod), Backoff: () => podBackoff(pod), Pull: () => 0 };
    return delayOf(spec.delay, pod, particular, this.#options.random);
  }

  /** Returns what a stage changes, with those after it that have no delay. */
  changeOf(pod: Pod, first: Stage, images: EnsuredImages, node: SimulatedNode): StatusChange {
    const change = new StatusChange(pod);
    let stage: Stage | undefined = first;
    for (let joined = 0; stage && joined < MOST_JOINED; joined++) {
      this.#apply(stage, change, images, node);
      if (stage.spec.next.delete) break;
      const next = this.choose(change.pod, podStateOf(change.pod));
      stage = next && next !== stage && this.#isImmediate(next, change.pod) ? next : undefined;
    }
    return change;
  }

  #isImmediate(stage: Stage, pod: Pod): boolean {
    const { delay, next } = stage.spec;
    if (next.delete || delay?.jitterMilliseconds || waitsForPull(stage, pod)) return false;
    return this.delayOf(stage, pod) <= 0;
  }

  #apply({ spec }: Stage, change: StatusChange, images: EnsuredImages, node: SimulatedNode): void {
    const { action, status, events } = spec.next;
    if (action) change.add(POD_ACTIONS[action](change.pod, this.#factsOf(change.pod, images, node)));
    if (status) {
      const { conditions = [], ...fields } = fillIn(status, change.pod) as NonNullable<Pod['status']>;
      change.add({ status: fields, conditions, events: [] });
    }
    if (events) change.events.push(...(fillIn(events, change.pod) as PodEvent[]));
  }

  #factsOf(pod: Pod, ensured: EnsuredImages, { hostAddress, addresses, images }: SimulatedNode): KubeletFacts {
    const { clock, random } = this.#options;
    const now = clock.now();
    return {
      now,
      random,
      hostIp: hostAddress,
      endedProcesses: this.#ended,
      podIp: () => ownAddressOf(pod) || addresses.addressOf(pod.metadata.uid ?? ''),
      ensureImage(container, kind) {
        const earlier = ensured.get(container.name);
        if (earlier) return earlier;
        const { begin, end, problem } = ensureImage(pod, container, kind, images, now);
        return { events: [...begin, ...end], problem };
      },
    };
  }
}

/** Reports whether a stage waits until images have been pulled; a delay in an annotation replaces the wait. */
export function waitsForPull({ spec }: Stage, { metadata }: Pod): boolean {
  const { from, fromAnnotation = '' } = spec.delay ?? {};
  return from === 'Pull' && metadata.annotations?.[fromAnnotation] === undefined;
}
