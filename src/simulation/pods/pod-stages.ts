import type { Clock, Random } from '../../api/environment.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { SimulatedNode } from '../nodes/simulated-nodes.ts';
import { chooseStage, delayOf } from '../stages/choose-stage.ts';
import { fillIn } from '../stages/field-path.ts';
import type { PodState, Stage } from '../stages/stage.ts';
import type { StageTable } from '../stages/stage-table.ts';
import { POD_ACTIONS } from './actions.ts';
import { ensureImage } from './ensure-image.ts';
import { podBackoff, podRuntime } from './exit-containers.ts';
import type { EnsuredImages } from './image-pulls.ts';
import { ownAddressOf, podStateOf } from './pod-state.ts';
import { applyTransition, type KubeletFacts, type PodEvent } from './transition.ts';

/** Stages without a delay that are joined in one write. */
const MOST_JOINED = 8;

export interface PodStagesOptions {
  readonly clock: Clock;
  readonly random: Random;
  stages(): StageTable;
}

/** The changes of a pod that one write makes. */
export interface Outcome {
  pod: Pod;
  readonly events: PodEvent[];
  isDeleted: boolean;
}

/** Chooses the stages of pods, and computes what they change. */
export class PodStages {
  readonly #options: PodStagesOptions;

  constructor(options: PodStagesOptions) {
    this.#options = options;
  }

  /** Returns the next stage of a pod; undefined when there is none. */
  choose(pod: Pod, state: PodState): Stage | undefined {
    const { stages, random } = this.#options;
    return chooseStage(stages().in(state), pod, random);
  }

  /** Returns the milliseconds before a stage. */
  delayOf({ spec }: Stage, pod: Pod): number {
    if (!spec.delay) return 0;
    const particular = { Runtime: () => podRuntime(pod), Backoff: () => podBackoff(pod), Pull: () => 0 };
    return delayOf(spec.delay, pod, particular, this.#options.random);
  }

  /** Applies a stage, and those after it that have no delay. */
  outcomeOf(pod: Pod, first: Stage, images: EnsuredImages, node: SimulatedNode): Outcome {
    const outcome: Outcome = { pod, events: [], isDeleted: false };
    let stage: Stage | undefined = first;
    for (let joined = 0; stage && joined < MOST_JOINED; joined++) {
      this.#apply(stage, outcome, images, node);
      if (outcome.isDeleted) break;
      const next = this.choose(outcome.pod, podStateOf(outcome.pod));
      stage = next && next !== stage && this.#isImmediate(next, outcome.pod) ? next : undefined;
    }
    return outcome;
  }

  #isImmediate(stage: Stage, pod: Pod): boolean {
    const { delay, next } = stage.spec;
    if (next.delete || delay?.jitterMilliseconds || waitsForPull(stage, pod)) return false;
    return this.delayOf(stage, pod) <= 0;
  }

  #apply({ spec }: Stage, outcome: Outcome, images: EnsuredImages, node: SimulatedNode): void {
    const { action, status, events, delete: isDeletion } = spec.next;
    if (action) {
      const transition = POD_ACTIONS[action](outcome.pod, this.#factsOf(outcome.pod, images, node));
      outcome.pod = applyTransition(outcome.pod, transition);
      outcome.events.push(...transition.events);
    }
    if (status) {
      const { conditions = [], ...fields } = fillIn(status, outcome.pod) as NonNullable<Pod['status']>;
      outcome.pod = applyTransition(outcome.pod, { status: fields, conditions });
    }
    if (events) outcome.events.push(...(fillIn(events, outcome.pod) as PodEvent[]));
    outcome.isDeleted = isDeletion === true;
  }

  #factsOf(pod: Pod, ensured: EnsuredImages, { hostAddress, addresses, images }: SimulatedNode): KubeletFacts {
    const { clock, random } = this.#options;
    const now = clock.now();
    return {
      now,
      random,
      hostIp: hostAddress,
      podIp: () => ownAddressOf(pod) || addresses.addressOf(pod.metadata.uid ?? ''),
      ensureImage(container, kind) {
        const earlier = kind === 'containers' ? ensured.get(container.name) : undefined;
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
