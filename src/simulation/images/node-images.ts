import type { ContainerImage } from '../../api/kinds/core-v1.generated.ts';
import { type Image, imageOf } from './image-reference.ts';
import { PullBackoff } from './pull-backoff.ts';

/** Maximum number of images in a node's status. */
const REPORTED = 50;
/** Milliseconds of a pull when the image's layers are already on the node. */
const REPEATED_PULL = 100;

interface StoredImage {
  readonly reported: ContainerImage;
  /** Milliseconds since 1970; in the future while the image is being pulled. */
  readonly presentFrom: number;
}

/** A pull of an image, with times in milliseconds. */
export interface Pull {
  readonly duration: number;
  /** Includes the wait for earlier pulls. */
  readonly total: number;
}

/** The images on one node. They are pulled sequentially, as by a kubelet with its default configuration. */
export class NodeImages {
  /** By each of their names. */
  readonly #images = new Map<string, StoredImage>();
  #pullsEndAt = 0;
  readonly backoff = new PullBackoff();

  /** @param reported the images in the node's status */
  constructor(reported: readonly ContainerImage[] = []) {
    for (const image of reported) this.#store(image, 0);
  }

  has(image: Image, now: number): boolean {
    const stored = this.#images.get(image.name);
    return stored !== undefined && stored.presentFrom <= now;
  }

  /**
   * Queues a pull, which fails if the image `isMissing`.
   * @param duration milliseconds of the first pull of the image
   */
  pull({ name, reported }: Image, duration: number, now: number, isMissing: boolean): Pull {
    const begin = Math.max(now, this.#pullsEndAt);
    const stored = this.#images.get(name);
    const isRepeated = stored !== undefined && stored.presentFrom <= begin;
    const taken = isRepeated ? Math.min(duration, REPEATED_PULL) : duration;
    this.#pullsEndAt = begin + taken;
    if (!isMissing && !isRepeated) this.#store(reported, this.#pullsEndAt);
    return { duration: taken, total: this.#pullsEndAt - now };
  }

  /** Returns the images for the node's status, largest first. */
  list(now: number): ContainerImage[] {
    const present = [...this.#images.values()].filter(({ presentFrom }) => presentFrom <= now);
    const distinct = [...new Set(present.map(({ reported }) => reported))];
    return distinct.sort(bySize).slice(0, REPORTED);
  }

  #store(reported: ContainerImage, presentFrom: number): void {
    for (const name of reported.names ?? []) this.#images.set(imageOf(name).name, { reported, presentFrom });
  }
}

/** Sorts images by size, and images of equal size by ID in descending order. */
function bySize(a: ContainerImage, b: ContainerImage): number {
  const [first = '', second = ''] = [a.names?.[0], b.names?.[0]];
  return Number(b.sizeBytes ?? 0) - Number(a.sizeBytes ?? 0) || (first < second ? 1 : -1);
}
