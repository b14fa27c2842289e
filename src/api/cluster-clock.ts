import type { Clock, Gate } from './environment.ts';

/** How a cluster's time passes. */
export interface ClockSetting {
  /** Seconds of the cluster for each second of the platform; 0 when paused. */
  readonly rate: number;
  /** The cluster's time (milliseconds since 1970) at the platform's time `since`. */
  readonly time: number;
  readonly since: number;
}

interface Timer {
  readonly due: number;
  readonly callback: () => void;
  cancel: () => void;
}

/** Milliseconds between two looks whether work has ended, and how many of them must find none. */
const LOOK = 2;
const QUIET_LOOKS = 3;
/** Looks before time moves on although work has not ended, because it waits for something outside. */
const MOST_LOOKS = 2500;

/** Times at which timers are due that one move stops at. Controllers that look every minute would need half a million a year. */
const MOST_STOPS = 500;

/**
 * The time of a cluster, which users pause, speed up and move forward. Controllers wait by it. The API server takes the
 * time for its objects from it, but waits by the platform's clock: a paused cluster still answers. Work queues begin
 * nothing while time stands still.
 */
export class ClusterClock implements Clock {
  readonly #platform: Clock;
  readonly #timers = new Set<Timer>();
  #setting: ClockSetting;
  #isAdvancing = false;
  #running = 0;
  #opening: { readonly promise: Promise<void>; readonly open: () => void } | undefined;

  readonly gate: Gate = {
    opening: () => this.#whenOpen(),
    begin: () => {
      this.#running++;
    },
    end: () => {
      this.#running--;
    },
  };

  constructor(platform: Clock) {
    this.#platform = platform;
    const now = platform.now();
    this.#setting = { rate: 1, time: now, since: now };
  }

  /** The time of the cluster, and timers of the platform. */
  get forServer(): Clock {
    return {
      now: () => this.now(),
      after: (milliseconds, callback) => this.#platform.after(milliseconds, callback),
      elapsed: () => this.elapsed(),
    };
  }

  get setting(): ClockSetting {
    return this.#setting;
  }

  now(): number {
    const { rate, time, since } = this.#setting;
    return Math.floor(time + (this.#platform.now() - since) * rate);
  }

  elapsed(): number {
    return this.#platform.now();
  }

  after(milliseconds: number, callback: () => void): () => void {
    // Without a delay, callers only let others run, which a paused clock must not prevent.
    if (milliseconds <= 0) return this.#platform.after(0, callback);
    const timer: Timer = { due: this.now() + milliseconds, callback, cancel: () => undefined };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => {
      this.#timers.delete(timer);
      timer.cancel();
    };
  }

  /** Continues a stored setting, as if the cluster had never stopped. */
  restore(setting: ClockSetting): void {
    this.#setting = setting;
    this.#armAll();
    this.#openGate();
  }

  /** Changes how fast time passes; 0 pauses it. */
  setRate(rate: number): void {
    this.#setting = { rate, time: this.now(), since: this.#platform.now() };
    this.#armAll();
    this.#openGate();
  }

  /**
   * Moves time forward. Work that was held back begins, and timers that become due are called in order, each at its own
   * time and when the work before it has ended: what happens is the same as if the time had passed. On a long way, what
   * is left after 500 stops happens at the end. Time that lies behind is ignored. Resolves when the work has ended.
   */
  async advanceTo(time: number): Promise<void> {
    this.#isAdvancing = true;
    this.#openGate();
    try {
      await this.#settle();
      for (let stops = 0; stops < MOST_STOPS; stops++) {
        const next = this.#nextDue(time);
        if (next === undefined) break;
        await this.#stopAt(next);
      }
      await this.#stopAt(time);
    } finally {
      this.#isAdvancing = false;
    }
    this.#armAll();
  }

  #whenOpen(): Promise<void> | undefined {
    if (this.#setting.rate > 0 || this.#isAdvancing) return undefined;
    if (!this.#opening) {
      let open: () => void = () => undefined;
      const promise = new Promise<void>((resolve) => {
        open = resolve;
      });
      this.#opening = { promise, open };
    }
    return this.#opening.promise;
  }

  #openGate(): void {
    if (this.#whenOpen()) return;
    this.#opening?.open();
    this.#opening = undefined;
  }

  /** Waits until no work is running, and none begins. */
  async #settle(): Promise<void> {
    for (let looks = 0, quiet = 0; quiet < QUIET_LOOKS && looks < MOST_LOOKS; looks++) {
      await new Promise<void>((resolve) => void this.#platform.after(LOOK, resolve));
      quiet = this.#running === 0 ? quiet + 1 : 0;
    }
  }

  /** Returns when the next timers up to `time` are due. */
  #nextDue(time: number): number | undefined {
    const due = Math.min(...[...this.#timers].map((timer) => timer.due));
    return due <= time ? due : undefined;
  }

  /** Moves to a time, and calls what is due by then. */
  async #stopAt(time: number): Promise<void> {
    if (time > this.now()) this.#moveTo(time);
    const due = [...this.#timers].filter((timer) => timer.due <= time).sort((a, b) => a.due - b.due);
    for (const timer of due) this.#fire(timer);
    if (due.length > 0) await this.#settle();
  }

  #moveTo(time: number): void {
    this.#setting = { ...this.#setting, time, since: this.#platform.now() };
  }

  #fire(timer: Timer): void {
    timer.cancel();
    if (this.#timers.delete(timer)) timer.callback();
  }

  #armAll(): void {
    for (const timer of this.#timers) this.#arm(timer);
  }

  /** Waits on the platform until the timer is due; not at all while time stands still. */
  #arm(timer: Timer): void {
    timer.cancel();
    const { rate } = this.#setting;
    const remaining = Math.max(0, timer.due - this.now());
    timer.cancel =
      rate > 0 ? this.#platform.after(Math.ceil(remaining / rate), () => this.#due(timer)) : () => undefined;
  }

  /** Platforms may call early by a fraction of a millisecond, which is more at a high rate. */
  #due(timer: Timer): void {
    if (timer.due <= this.now()) this.#fire(timer);
    else if (this.#timers.has(timer)) this.#arm(timer);
  }
}
