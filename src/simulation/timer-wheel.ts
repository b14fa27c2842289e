import type { Clock } from '../api/environment.ts';

interface Timer {
  readonly key: string;
  readonly at: number;
  /** When it fires at the latest while time is moved forward. */
  readonly latest: number;
  readonly callback: () => void;
}

/** The timer on the clock. */
interface Armed {
  readonly at: number;
  readonly latest: number;
  readonly cancel: () => void;
}

/** Timers by key that share one timer of the clock. Timers in one time slot fire together, in order. */
export class TimerWheel {
  readonly #clock: Clock;
  /** Milliseconds. */
  readonly #slot: number;
  readonly #timers = new Map<string, Timer>();
  /** Keys by the end of their slot. */
  readonly #slots = new Map<number, Set<string>>();
  #next: Armed | undefined;

  constructor(clock: Clock, slot = 50) {
    this.#clock = clock;
    this.#slot = slot;
  }

  /**
   * Calls back after a delay, rounded up to the slot. Replaces the timer with the same key.
   * @param slack as in `Clock.after`
   */
  set(key: string, milliseconds: number, callback: () => void, slack = 0): void {
    this.cancel(key);
    const at = Math.ceil((this.#clock.now() + milliseconds) / this.#slot) * this.#slot;
    const latest = at + slack;
    this.#timers.set(key, { key, at, latest, callback });
    const slot = this.#slots.get(at);
    if (slot) slot.add(key);
    else this.#slots.set(at, new Set([key]));
    this.#arm(at, latest);
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

  #arm(at: number, latest: number): void {
    const next = this.#next;
    if (next && next.at <= at && next.latest <= latest) return;
    next?.cancel();
    const first = Math.min(at, next?.at ?? at);
    const last = Math.min(latest, next?.latest ?? latest);
    const wait = Math.max(first - this.#clock.now(), 0);
    const cancel = this.#clock.after(wait, () => this.#fire(), Math.max(last - first, 0));
    this.#next = { at: first, latest: last, cancel };
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
    if (this.#slots.size === 0) return;
    let latest = Number.POSITIVE_INFINITY;
    for (const timer of this.#timers.values()) latest = Math.min(latest, timer.latest);
    this.#arm(Math.min(...this.#slots.keys()), latest);
  }

  #run(key: string): void {
    const timer = this.#timers.get(key);
    this.#timers.delete(key);
    timer?.callback();
  }
}
