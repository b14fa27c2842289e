import type { Clock, ReportProblem } from '../api/environment.ts';

export interface TickerOptions {
  readonly clock: Clock;
  readonly reportProblem: ReportProblem;
  /** The description of the work in reports of its failure. */
  readonly describe: string;
  /** Milliseconds from the end of the work to its next start. */
  readonly period: number;
  work(): Promise<void>;
}

/** Runs work at regular intervals. */
export class Ticker {
  readonly #options: TickerOptions;
  #cancel: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: TickerOptions) {
    this.#options = options;
  }

  /** Starts the first run immediately. */
  start(): void {
    this.#running = this.#tick();
  }

  /** Resolves when running work has ended. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    return this.#running;
  }

  async #tick(): Promise<void> {
    const { clock, reportProblem, describe, period, work } = this.#options;
    clock.gate?.begin();
    try {
      await work();
    } catch (error) {
      if (!this.#isClosed) reportProblem(`${describe} failed`, error);
    }
    clock.gate?.end();
    if (!this.#isClosed) this.#cancel = clock.after(period, () => this.start());
  }
}
