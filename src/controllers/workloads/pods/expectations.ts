import type { Clock } from '../../../api/environment.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { Informer } from '../../../client/informer.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';

/** Milliseconds after which an expectation is given up, because its event was lost. */
const TIMEOUT = 5 * 60 * 1000;

interface Expectation {
  creations: number;
  /** UIDs of pods. */
  readonly deletions: Set<string>;
  readonly setAt: number;
}

/**
 * What controllers have done but not yet seen in their informers. A controller that acts only when nothing is expected
 * never creates too many pods from a stale copy. Controllers are identified by UID.
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

  /** Expects what the controller is about to do. */
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

  /** A pod has appeared, or was not created after all. */
  creationObserved(owner: string, count = 1): void {
    const expectation = this.#expectations.get(owner);
    if (expectation) expectation.creations -= count;
  }

  /** A pod is being deleted, or was not deleted after all. */
  deletionObserved(owner: string, uid: string): void {
    this.#expectations.get(owner)?.deletions.delete(uid);
  }

  forget(owner: string): void {
    this.#expectations.delete(owner);
  }

  /** Observes the pods that controllers of a kind control. Returns a function that ends the observation. */
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
