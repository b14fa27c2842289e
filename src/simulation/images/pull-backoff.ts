const INITIAL = 10_000;
const MAXIMUM = 300_000;

interface Failure {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds until the next pull. */
  readonly wait: number;
}

/**
 * The backoffs of pods after failed pulls. As in a kubelet, each wait is twice the last one until a pod has had no
 * failure for a long time.
 */
export class PullBackoff {
  /** By UID of the pod and name of the image. */
  readonly #pods = new Map<string, Map<string, Failure>>();

  /** Records that a pod could not pull an image. */
  fail(uid: string, image: string, at: number): void {
    const failures = this.#pods.get(uid) ?? new Map<string, Failure>();
    this.#pods.set(uid, failures);
    const last = failures.get(image);
    const isRecent = last !== undefined && at - last.at <= 2 * MAXIMUM;
    failures.set(image, { at, wait: isRecent ? Math.min(2 * last.wait, MAXIMUM) : INITIAL });
  }

  /** Reports whether a pod must wait before pulling an image again. */
  waits(uid: string, image: string, now: number): boolean {
    const last = this.#pods.get(uid)?.get(image);
    return last !== undefined && now - last.at < last.wait;
  }

  /** Removes a deleted pod. */
  forget(uid: string): void {
    this.#pods.delete(uid);
  }
}
