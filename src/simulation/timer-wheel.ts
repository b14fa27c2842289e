import type { Clock } from '../api/environment.ts';

interface Timer {
  readonly key: string;
  readonly at: number;
  readonly callback: () => void;
}

/** Timers by key that share one timer of the clock: those of one time slot fire together, in order. */
export class TimerWheel {
  readonly #clock: Clock;
  /** Milliseconds. */
  readonly #slot: number;
  readonly #timers = new Map<string, Timer>();
  /** Keys by the end of their slot. */
  readonly #slots = new Map<number, Set<string>>();
  #next: { readonly at: number; readonly cancel: () => void } | undefined;

  constructor(clock: Clock, slot = 50) {
    this.#clock = clock;
    this.#slot = slot;
  }

  /** Calls back after a delay, rounded up to the slot. Replaces the timer of the key. */
  set(key: string, milliseconds: number, callback: () => void): void {
    this.cancel(key);
    const at = Math.ceil((this.#clock.now() + milliseconds) / this.#slot) * this.#slot;
    this.#timers.set(key, { key, at, callback });
    const slot = this.#slots.get(at);
    if (slot) slot.add(key);
    else this.#slots.set(at, new Set([key]));
    this.#arm(at);
  }

  has(key: string): boolean {
    return this.#timers.has(key);
  }

  cancel(key: string): void {
    const timer = this.#timers.get(key);
    if (!timer) return;
    this.#timers.delete(key);
    const slot = this.#slots.get(timer.at);
    slot?.delete(key);
    if (slot?.size === 0) this.#slots.delete(timer.at);
  }

  close(): void {
    this.#next?.cancel();
    this.#timers.clear();
    this.#slots.clear();
  }

  #arm(at: number): void {
    if (this.#next && this.#next.at <= at) return;
    this.#next?.cancel();
    this.#next = { at, cancel: this.#clock.after(Math.max(at - this.#clock.now(), 0), () => this.#fire()) };
  }

  #fire(): void {
    this.#next = undefined;
    const now = this.#clock.now();
    const due = [...this.#slots.keys()].filter((at) => at <= now).sort((a, b) => a - b);
    for (const at of due) {
      const keys = this.#slots.get(at) ?? [];
      this.#slots.delete(at);
      for (const key of keys) this.#run(key);
    }
    if (this.#slots.size > 0) this.#arm(Math.min(...this.#slots.keys()));
  }

  #run(key: string): void {
    const timer = this.#timers.get(key);
    this.#timers.delete(key);
    timer?.callback();
  }
}
