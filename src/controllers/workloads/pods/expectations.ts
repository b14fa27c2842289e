import type { Clock } from '../../../api/environment.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { Informer } from '../../../client/informer.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';

/** Milliseconds after which an expectation expires, because its event was lost. */
const TIMEOUT = 5 * 60 * 1000;

interface Expectation {
  creations: number;
  /** UIDs of pods. */
  readonly deletions: Set<string>;
  readonly setAt: number;
}

/**
 * The writes of controllers that their informers have not shown yet. A controller that acts only when nothing is
 * expected never creates too many pods from a stale copy. Controllers are identified by UID.
 */
export class Expectations {
  readonly #clock: Clock;
  readonly #expectations = new Map<string, Expectation>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  areMet(owner: string): boolean {
    const expectation = this.#expectations.get(owner);
    if (!expectation) return true;
    const isMet = expectation.creations <= 0 && expectation.deletions.size === 0;
    return isMet || this.#clock.now() - expectation.setAt > TIMEOUT;
  }

  /** Expects the writes that the controller is about to make. */
  expect(owner: string, creations: number, deletions: readonly string[] = []): void {
    this.#expectations.set(owner, { creations, deletions: new Set(deletions), setAt: this.#clock.now() });
  }

  /** Expects one more creation. */
  raise(owner: string): void {
    const live = this.#expectations.get(owner);
    const deletions = live?.deletions ?? new Set<string>();
    this.#expectations.set(owner, {
      creations: Math.max(0, live?.creations ?? 0) + 1,
      deletions,
      setAt: this.#clock.now(),
    });
  }

  /** Called when a pod has appeared, or could not be created. */
  creationObserved(owner: string, count = 1): void {
    const expectation = this.#expectations.get(owner);
    if (expectation) expectation.creations -= count;
  }

  /** Called when a pod is being deleted, or could not be deleted. */
  deletionObserved(owner: string, uid: string): void {
    this.#expectations.get(owner)?.deletions.delete(uid);
  }

  forget(owner: string): void {
    this.#expectations.delete(owner);
  }

  /** Observes the pods that controllers of a kind control. Returns a function that stops observing. */
  observe(pods: Informer<Pod>, controlledBy: string): () => void {
    const isDeleted = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;
    const deleted = (pod: Pod): void => {
      const owner = controllerOf(pod)?.uid;
      if (owner !== undefined) this.deletionObserved(owner, pod.metadata.uid ?? '');
    };
    return pods.subscribe({
      controlledBy,
      added: (pod) => {
        const owner = controllerOf(pod)?.uid;
        if (owner !== undefined) this.creationObserved(owner);
        if (isDeleted(pod)) deleted(pod);
      },
      updated: (pod) => {
        if (isDeleted(pod)) deleted(pod);
      },
      deleted,
    });
  }
}
