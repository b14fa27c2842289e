import type { Clock, Gate } from './environment.ts';
import { TimerQueue } from './timer-queue.ts';

/** How a cluster's time passes. */
export interface ClockSetting {
  /** Seconds of the cluster for each second of the platform; 0 when paused. */
  readonly rate: number;
  /** The cluster's time (milliseconds since 1970) at the platform's time `since`. */
  readonly time: number;
  readonly since: number;
}

/** How time is moved forward. */
export interface AdvanceOptions {
  /** Ends the move where it is. */
  readonly signal?: AbortSignal | undefined;
  /** Called at each time at which something was due, with that time in milliseconds since 1970. */
  readonly onProgress?: ((time: number) => void) | undefined;
}

/** A move was ended before its time was reached, because the clock was set in another way. */
export class MoveEndedError extends Error {
  constructor() {
    super('Moving the clock forward was ended before its time was reached, because the clock was set again.');
    this.name = 'MoveEndedError';
  }
}

/**
 * Turns of the event loop that must pass without work before time moves on: where nothing was due that leads to work, and
 * where work may have led to more through watches.
 */
const IDLE_TURNS = 3;
const BUSY_TURNS = 10;
/** Turns after which work is taken to wait for something outside, such as a webhook. */
const PROMPT_TURNS = 100;
/** Milliseconds between two looks at such work, and the number of looks before time moves on without it. */
const LOOK = 2;
const MOST_LOOKS = 2500;
/** Milliseconds after which a move lets everything else in the process run. */
const LONGEST_SLICE = 30;

/**
 * The time of a cluster, which users pause, speed up and move forward. Controllers wait by it. The API server takes the
 * time for its objects from it, but waits by the platform's clock: a paused cluster still answers. Work queues begin
 * nothing while time stands still.
 */
export class ClusterClock implements Clock {
  readonly #platform: Clock;
  readonly #timers = new TimerQueue();
  #setting: ClockSetting;
  /** The timer of the platform for the one that comes next. */
  #armed: { readonly due: number; readonly cancel: () => void } | undefined;
  /** The time to which time is being moved. */
  #target: number | undefined;
  #moves: Promise<unknown> = Promise.resolve();
  #ending = new AbortController();
  #running = 0;
  #begun = 0;
  /** Running work that time passes without, because it waits for time or for something outside. */
  #waiting = 0;
  #opening: { readonly promise: Promise<void>; readonly open: () => void } | undefined;

  readonly gate: Gate = {
    opening: () => this.#whenOpen(),
    begin: () => {
      this.#running++;
      this.#begun++;
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

  /** The time to which time is being moved, in milliseconds since 1970. */
  get target(): number | undefined {
    return this.#target;
  }

  /** While time is moved, it only passes from one stop to the next. */
  now(): number {
    const { rate, time, since } = this.#setting;
    const passed = this.#target === undefined ? (this.#platform.now() - since) * rate : 0;
    return Math.floor(time + passed);
  }

  elapsed(): number {
    return this.#platform.now();
  }

  after(milliseconds: number, callback: () => void, slack = 0): () => void {
    // Without a delay, callers only let others run, which a paused clock must not prevent.
    if (milliseconds <= 0) return this.#nextTurn(callback);
    const due = this.now() + milliseconds;
    const timer = this.#timers.add({ due, latest: due + slack, callback });
    this.#arm();
    return () => void this.#timers.delete(timer);
  }

  /** Continues a stored setting, as if the cluster had never stopped. */
  restore(setting: ClockSetting): void {
    this.#setting = setting;
    this.#rearm();
    this.#openGate();
  }

  /** Changes how fast time passes; 0 pauses it. Ends moves. */
  setRate(rate: number): void {
    this.endMoves();
    this.#setting = { rate, time: this.now(), since: this.#platform.now() };
    this.#rearm();
    this.#openGate();
  }

  /** Ends all moves that have begun or wait, at the time that is reached. */
  endMoves(): void {
    this.#ending.abort(new MoveEndedError());
    this.#ending = new AbortController();
  }

  /**
   * Moves time forward. Work that was held back begins, and timers that become due are called in order, each at its own
   * time and when the work before it has ended: what happens is the same as if the time had passed. Only timers with
   * slack may be called later, together with others. Time that lies behind is ignored; a move begins when the one before it
   * has ended. Resolves when the work has ended.
   * @param time in milliseconds since 1970; a function is called when the move begins
   * @throws the reason of the signal; MoveEndedError
   */
  advanceTo(time: number | (() => number), options: AdvanceOptions = {}): Promise<void> {
    const signals = [this.#ending.signal, ...(options.signal ? [options.signal] : [])];
    const move = this.#moves.then(() =>
      this.#move(typeof time === 'number' ? time : time(), signals, options.onProgress),
    );
    this.#moves = move.catch(() => undefined); // The caller has the error.
    return move;
  }

  async #move(time: number, signals: readonly AbortSignal[], onProgress: AdvanceOptions['onProgress']): Promise<void> {
    const ended = (): AbortSignal | undefined => signals.find(({ aborted }) => aborted);
    this.#begin(time);
    try {
      await this.#settle();
      let sliceEnd = this.elapsed() + LONGEST_SLICE;
      for (let next = this.#nextStop(time); next !== undefined && !ended(); next = this.#nextStop(time)) {
        await this.#stopAt(next);
        onProgress?.(next);
        if (this.elapsed() < sliceEnd) continue;
        await this.#pass(1);
        sliceEnd = this.elapsed() + LONGEST_SLICE;
      }
      this.#timers.orderBy('due');
      await this.#stopAt(ended() ? this.now() : time);
      if (time > this.now()) ended()?.throwIfAborted();
    } finally {
      this.#end();
    }
  }

  #begin(target: number): void {
    this.#setting = { ...this.#setting, time: this.now(), since: this.#platform.now() };
    this.#target = target;
    this.#waiting = 0;
    this.#timers.orderBy('latest');
    this.#openGate();
  }

  #end(): void {
    this.#target = undefined;
    this.#setting = { ...this.#setting, since: this.#platform.now() };
    this.#timers.orderBy('due');
    this.#rearm();
  }

  #whenOpen(): Promise<void> | undefined {
    if (this.#setting.rate > 0 || this.#target !== undefined) return undefined;
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
    const before = this.#begun;
    let begun = before;
    let turns = 0;
    for (let quiet = 0; quiet < (begun === before ? IDLE_TURNS : BUSY_TURNS); ) {
      if (turns++ < PROMPT_TURNS) await this.#turn();
      else await this.#pass(LOOK);
      this.#waiting = Math.min(this.#waiting, this.#running);
      quiet = this.#running === this.#waiting ? quiet + 1 : 0;
      if (this.#begun !== begun) turns = 0;
      begun = this.#begun;
      if (turns > PROMPT_TURNS + MOST_LOOKS) this.#waiting = this.#running;
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => void this.#nextTurn(resolve));
  }

  /** Timers of platforms are late by milliseconds even without a delay, which counts where time is moved. */
  #nextTurn(callback: () => void): () => void {
    const { nextTurn } = this.#platform;
    return this.#target !== undefined && nextTurn ? nextTurn(callback) : this.#platform.after(0, callback);
  }

  #pass(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.#platform.after(milliseconds, resolve));
  }

  /** Returns when the next timers up to `time` are called. */
  #nextStop(time: number): number | undefined {
    const at = this.#timers.next?.at;
    return at !== undefined && at <= time ? at : undefined;
  }

  /** Moves to a time, and calls what is due by then. */
  async #stopAt(time: number): Promise<void> {
    if (time > this.now()) this.#setting = { ...this.#setting, time, since: this.#platform.now() };
    if (this.#callDue(time)) await this.#settle();
  }

  /** Calls the timers up to a time, and reports whether there were some. */
  #callDue(time: number): boolean {
    let next = this.#timers.next;
    const isDue = next !== undefined && next.at <= time;
    for (; next && next.at <= time; next = this.#timers.next) {
      this.#timers.delete(next.timer);
      next.timer.callback();
    }
    return isDue;
  }

  #rearm(): void {
    this.#armed?.cancel();
    this.#armed = undefined;
    this.#arm();
  }

  /** Waits on the platform until the next timer is due; not at all while time stands still or is moved. */
  #arm(): void {
    const { next } = this.#timers;
    const { rate } = this.#setting;
    if (!next || rate === 0 || this.#target !== undefined) return;
    if (this.#armed && this.#armed.due <= next.at) return;
    this.#armed?.cancel();
    const remaining = Math.max(0, next.at - this.now());
    this.#armed = { due: next.at, cancel: this.#platform.after(Math.ceil(remaining / rate), () => this.#onPlatform()) };
  }

  /** Platforms may call early by a fraction of a millisecond, which is more at a high rate. */
  #onPlatform(): void {
    this.#armed = undefined;
    try {
      if (this.#setting.rate > 0 && this.#target === undefined) this.#callDue(this.now());
    } finally {
      this.#arm();
    }
  }
}
