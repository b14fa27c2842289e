const INITIAL = 10_000;
const MAXIMUM = 300_000;

interface Failure {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds before the next pull. */
  readonly wait: number;
}

/** The waits of pods after failed pulls: each is twice the last one, as in a kubelet, until a pod has had no failure for long. */
export class PullBackoff {
  /** By the UIDs of pods and names of images. */
  readonly #pods = new Map<string, Map<string, Failure>>();

  /** Notes that a pod could not pull an image. */
  fail(uid: string, image: string, at: number): void {
    const failures = this.#pods.get(uid) ?? new Map<string, Failure>();
    this.#pods.set(uid, failures);
    const last = failures.get(image);
    const isRecent = last !== undefined && at - last.at <= 2 * MAXIMUM;
    failures.set(image, { at, wait: isRecent ? Math.min(2 * last.wait, MAXIMUM) : INITIAL });
  }

  /** Reports whether a pod must wait before it pulls an image again. */
  waits(uid: string, image: string, now: number): boolean {
    const last = this.#pods.get(uid)?.get(image);
    return last !== undefined && now - last.at < last.wait;
  }

  /** Forgets a pod that is gone. */
  forget(uid: string): void {
    this.#pods.delete(uid);
  }
}
