/** Commits that may wait for storage at the same time: enough to fill its shared transactions. */
const MAXIMUM = 64;

/**
 * Overlaps the commits of many writes, so that storage can write them together. Writes are decided one after the other
 * and their commits begin in that order.
 */
export class CommitsInFlight {
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  /**
   * Starts a write, which calls `onCommit` when its commit begins. Resolves after that call, when another commit may
   * begin.
   * @throws the error of an earlier write
   */
  async start(work: (onCommit: () => void) => Promise<unknown>): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    await new Promise<void>((begun) => {
      const running: Promise<void> = this.#run(work, begun).finally(() => this.#running.delete(running));
      this.#running.add(running);
    });
    if (this.#running.size >= MAXIMUM) await Promise.race(this.#running);
  }

  /** Waits for every commit. @throws the first error */
  async finish(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure.error;
  }

  /** Never rejects: keeps the first error. */
  async #run(work: (onCommit: () => void) => Promise<unknown>, begun: () => void): Promise<void> {
    try {
      await work(begun);
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      begun();
    }
  }
}
