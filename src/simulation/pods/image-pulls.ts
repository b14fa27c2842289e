import type { Clock } from '../../api/environment.ts';
import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { NodeImages } from '../images/node-images.ts';
import type { TimerWheel } from '../timer-wheel.ts';
import { CREATING_REASONS, nextInitContainer, waitingEphemeralContainers } from './containers.ts';
import { ensureImage } from './ensure-image.ts';
import type { ContainerKind, EnsuredImage, PodEvent } from './transition.ts';

export interface ImagePullsOptions {
  readonly clock: Clock;
  readonly wheel: TimerWheel;
  readonly record: (pod: Pod, event: PodEvent) => void;
}

/** Ensured images by container name. */
export type EnsuredImages = Map<string, EnsuredImage>;

/** Ensures the images of containers that wait to be created, one after the other, in the time that the pulls take. */
export class ImagePulls {
  readonly #options: ImagePullsOptions;

  constructor(options: ImagePullsOptions) {
    this.#options = options;
  }

  /**
   * Calls back when all images are present or could not be pulled.
   * @param key of the timer
   * @param ensured filled with the results
   */
  ensure(key: string, pod: Pod, images: NodeImages, ensured: EnsuredImages, done: () => void): void {
    const { clock, wheel, record } = this.#options;
    for (const { container, kind } of waitingContainers(pod)) {
      const { name } = container;
      if (ensured.has(name)) continue;
      const { begin, end, wait, problem } = ensureImage(pod, container, kind, images, clock.now());
      ensured.set(name, { events: [], problem });
      for (const event of begin) record(pod, event);
      if (wait > 0) {
        wheel.set(key, wait, () => {
          for (const event of end) record(pod, event);
          this.ensure(key, pod, images, ensured, done);
        });
        return;
      }
      for (const event of end) record(pod, event);
    }
    done();
  }
}

interface WaitingContainer {
  readonly container: Container;
  readonly kind: ContainerKind;
}

/**
 * Returns the containers that the kubelet creates next: ephemeral ones, one init container, or all other waiting ones.
 */
function waitingContainers(pod: Pod): WaitingContainer[] {
  const ephemeral = waitingEphemeralContainers(pod);
  if (ephemeral.length > 0) return ephemeral.map((container) => ({ container, kind: 'ephemeralContainers' }));
  const initial = nextInitContainer(pod);
  if (initial) return [{ container: initial.container, kind: 'initContainers' }];
  const statuses = pod.status?.containerStatuses ?? [];
  const waiting = statuses.filter(({ state }) => CREATING_REASONS.includes(state?.waiting?.reason ?? ''));
  const names = new Set(waiting.map(({ name }) => name));
  const containers = (pod.spec?.containers ?? []).filter(({ name }) => names.has(name));
  return containers.map((container) => ({ container, kind: 'containers' }));
}
