import type { ContainerImage } from '../../api/kinds/core-v1.generated.ts';
import { type Image, imageOf } from './image-reference.ts';
import { PullBackoff } from './pull-backoff.ts';

/** Images that the status of a node lists. */
const REPORTED = 50;
/** Milliseconds of a pull that finds the layers of the image on the node. */
const REPEATED_PULL = 100;

interface StoredImage {
  readonly reported: ContainerImage;
  /** Milliseconds since 1970. In the future while the image is being pulled. */
  readonly presentFrom: number;
}

/** A pull of an image. Times in milliseconds. */
export interface Pull {
  readonly duration: number;
  /** With the wait for earlier pulls. */
  readonly total: number;
}

/** The images on one node. They are pulled one after the other, as by a kubelet with its default configuration. */
export class NodeImages {
  /** By each of their names. */
  readonly #images = new Map<string, StoredImage>();
  #pullsEndAt = 0;
  readonly backoff = new PullBackoff();

  /** @param reported the images that the status of the node lists */
  constructor(reported: readonly ContainerImage[] = []) {
    for (const image of reported) this.#store(image, 0);
  }

  has(image: Image, now: number): boolean {
    const stored = this.#images.get(image.name);
    return stored !== undefined && stored.presentFrom <= now;
  }

  /** Queues a pull. @param duration milliseconds of the first pull of the image; it fails if it `isMissing` */
  pull({ name, reported }: Image, duration: number, now: number, isMissing: boolean): Pull {
    const begin = Math.max(now, this.#pullsEndAt);
    const stored = this.#images.get(name);
    const isRepeated = stored !== undefined && stored.presentFrom <= begin;
    const taken = isRepeated ? Math.min(duration, REPEATED_PULL) : duration;
    this.#pullsEndAt = begin + taken;
    if (!isMissing && !isRepeated) this.#store(reported, this.#pullsEndAt);
    return { duration: taken, total: this.#pullsEndAt - now };
  }

  /** Returns the images as the status of the node lists them: the largest first. */
  list(now: number): ContainerImage[] {
    const present = [...this.#images.values()].filter(({ presentFrom }) => presentFrom <= now);
    const distinct = [...new Set(present.map(({ reported }) => reported))];
    return distinct.sort(bySize).slice(0, REPORTED);
  }

  #store(reported: ContainerImage, presentFrom: number): void {
    for (const name of reported.names ?? []) this.#images.set(imageOf(name).name, { reported, presentFrom });
  }
}

/** Images of one size are ordered by their IDs, from the last one. */
function bySize(a: ContainerImage, b: ContainerImage): number {
  const [first = '', second = ''] = [a.names?.[0], b.names?.[0]];
  return Number(b.sizeBytes ?? 0) - Number(a.sizeBytes ?? 0) || (first < second ? 1 : -1);
}
