interface Waiting {
  isMet(): boolean;
  resolve(): void;
}

/** Conditions of a state that callers wait for. Call `check` after each change of the state. */
export class AwaitedConditions {
  readonly #waiting = new Set<Waiting>();

  /** Returns whether the condition was met in time. */
  wait(isMet: () => boolean, milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting: Waiting = {
        isMet,
        resolve: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        resolve(false);
      }, milliseconds);
      this.#waiting.add(waiting);
    });
  }

  /** Ends the waits whose condition is met. */
  check(): void {
    for (const waiting of this.#waiting) {
      if (!waiting.isMet()) continue;
      this.#waiting.delete(waiting);
      waiting.resolve();
    }
  }
}
