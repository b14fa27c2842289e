import type { Clock } from '../../src/api/environment.ts';

/** A clock that moves only in `advance`, which lets callbacks finish their work. */
export class ManualClock implements Clock {
  #now = 0;
  #timers: { time: number; callback: () => void }[] = [];

  /** The number of pending callbacks. */
  get waiting(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { time: this.#now + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Advances the time without running callbacks, as in a suspended process. Callbacks that become due are late. */
  suspend(milliseconds: number): void {
    this.#now += milliseconds;
  }

  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve));
      const next = this.#timers.sort((a, b) => a.time - b.time).find(({ time }) => time <= end);
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.time);
      next.callback();
    }
    this.#now = end;
  }
}
