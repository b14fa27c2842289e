/** Rates and latencies of a tenant's requests in the last seconds. */
export interface LoadSummary {
  /** Per second. */
  readonly answered: number;
  readonly rejected: number;
  /** Milliseconds from sending a request to its response; undefined without responses. */
  readonly median: number | undefined;
  readonly slowest: number | undefined;
}

interface Outcome {
  readonly at: number;
  readonly milliseconds: number;
  readonly isRejected: boolean;
}

const WINDOW_MILLISECONDS = 5000;

/** Collects the outcomes of the requests of one tenant. Times are milliseconds. */
export class LoadStatistics {
  readonly #startedAt: number;
  #outcomes: Outcome[] = [];

  constructor(now: number) {
    this.#startedAt = now;
  }

  record(outcome: Outcome): void {
    this.#outcomes.push(outcome);
  }

  /** Summarizes the last five seconds, or the time since the start if that is shorter. */
  summary(now: number): LoadSummary {
    this.#outcomes = this.#outcomes.filter(({ at }) => at > now - WINDOW_MILLISECONDS);
    const seconds = Math.max(1, Math.min(WINDOW_MILLISECONDS, now - this.#startedAt)) / 1000;
    const times = this.#outcomes
      .filter(({ isRejected }) => !isRejected)
      .map(({ milliseconds }) => milliseconds)
      .sort((a, b) => a - b);
    return {
      answered: times.length / seconds,
      rejected: (this.#outcomes.length - times.length) / seconds,
      median: times[Math.floor(times.length / 2)],
      slowest: times.at(-1),
    };
  }
}
