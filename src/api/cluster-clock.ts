import type { Clock, Gate } from './environment.ts';
import { TimerQueue } from './timer-queue.ts';

/** How a cluster's time passes. */
export interface ClockSetting {
  /** Seconds of the cluster for each second of the platform; 0 when paused. */
  readonly rate: number;
  /** The cluster's time (milliseconds since 1970) at the platform's time `since`. */
  readonly time: number;
  readonly since: number;
  /** The latest moves forward, oldest first. Undefined before the first one. */
  readonly moves?: readonly ClockMove[];
}

/** A move forward in time, in milliseconds since 1970. */
export interface ClockMove {
  readonly from: number;
  readonly to: number;
}

/** Maximum rate. */
export const FASTEST_RATE = 10_000;

/** Number of moves that a setting keeps. */
const MOST_MOVES = 16;

/** Options of a move forward in time. */
export interface AdvanceOptions {
  /** Ends the move at the time it has reached. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each stop, with its time in milliseconds since 1970. A stop is a time at which timers are due. */
  readonly onProgress?: ((time: number) => void) | undefined;
}

/** A move ended before its target time, because the clock was set again. */
export class MoveEndedError extends Error {
  constructor() {
    super('Moving the clock forward was ended before its time was reached, because the clock was set again.');
    this.name = 'MoveEndedError';
  }
}

/**
 * Turns of the event loop that must pass without running work before time moves on. More turns are needed after work
 * has begun, because its writes may start other work through watches.
 */
const IDLE_TURNS = 3;
const BUSY_TURNS = 10;
/** Turns after which running work is assumed to wait for something external, such as a webhook. */
const PROMPT_TURNS = 100;
/** Milliseconds between two checks of such work, and the number of checks before time moves on without it. */
const LOOK = 2;
const MOST_LOOKS = 2500;
/** Milliseconds after which a move yields to everything else in the process. */
const LONGEST_SLICE = 30;

/**
 * The clock of a cluster, which users can pause, speed up and move forward. Controllers wait by this clock. The API
 * server sets the times of objects from it, but waits by the platform's clock, so that a paused cluster still responds.
 * Work queues start no work while time stands still.
 */
export class ClusterClock implements Clock {
  readonly #platform: Clock;
  readonly #timers = new TimerQueue();
  #setting: ClockSetting;
  /** The platform's timer for the next timer of the cluster. */
  #armed: { readonly due: number; readonly cancel: () => void } | undefined;
  /** The target of the current move. */
  #target: number | undefined;
  #moves: Promise<unknown> = Promise.resolve();
  #ending = new AbortController();
  #running = 0;
  #begun = 0;
  /** Running work that a move no longer waits for, because the work waits for time or for something external. */
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

  /** A clock with the cluster's time and the platform's timers. */
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

  /** The target of the current move, in milliseconds since 1970. */
  get target(): number | undefined {
    return this.#target;
  }

  /** During a move, time only advances from one stop to the next. */
  now(): number {
    const { rate, time, since } = this.#setting;
    const passed = this.#target === undefined ? (this.#platform.now() - since) * rate : 0;
    return Math.floor(time + passed);
  }

  elapsed(): number {
    return this.#platform.now();
  }

  after(milliseconds: number, callback: () => void, slack = 0): () => void {
    // Callers without a delay only yield to other work, which a paused clock must not prevent.
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
    this.#setting = { ...this.#setting, rate, time: this.now(), since: this.#platform.now() };
    this.#rearm();
    this.#openGate();
  }

  /** Ends all running and waiting moves at the current time. */
  endMoves(): void {
    this.#ending.abort(new MoveEndedError());
    this.#ending = new AbortController();
  }

  /**
   * Moves time forward, with the same effects as if the time had passed. Held-back work starts. Due timers are called
   * in order, each at its own time and after the work before it has ended. Only timers with slack may be called later,
   * together with others. A time in the past is ignored. A move begins when the previous one has ended. Resolves when
   * all work has ended.
   * @param time target in milliseconds since 1970, or a function that returns it when the move begins
   * @throws the reason of the signal; MoveEndedError
   */
  advanceTo(time: number | (() => number), options: AdvanceOptions = {}): Promise<void> {
    const signals = [this.#ending.signal, ...(options.signal ? [options.signal] : [])];
    const move = this.#moves.then(() =>
      this.#move(typeof time === 'number' ? time : time(), signals, options.onProgress),
    );
    this.#moves = move.catch(() => undefined); // The caller handles the error.
    return move;
  }

  async #move(time: number, signals: readonly AbortSignal[], onProgress: AdvanceOptions['onProgress']): Promise<void> {
    const ended = (): AbortSignal | undefined => signals.find(({ aborted }) => aborted);
    ended()?.throwIfAborted();
    this.#begin(time);
    const from = this.now();
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
      this.#end(from);
    }
  }

  #begin(target: number): void {
    this.#setting = { ...this.#setting, time: this.now(), since: this.#platform.now() };
    this.#target = target;
    this.#waiting = 0;
    this.#timers.orderBy('latest');
    this.#openGate();
  }

  #end(from: number): void {
    this.#target = undefined;
    const { moves = [], time } = this.#setting;
    const all = time > from ? [...moves, { from, to: time }].slice(-MOST_MOVES) : moves;
    this.#setting = { ...this.#setting, since: this.#platform.now(), ...(all.length > 0 ? { moves: all } : {}) };
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

  /** Waits until no work runs or starts. */
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

  /** During a move, prefers `nextTurn`: platform timers are milliseconds late even without a delay. */
  #nextTurn(callback: () => void): () => void {
    const { nextTurn } = this.#platform;
    return this.#target !== undefined && nextTurn ? nextTurn(callback) : this.#platform.after(0, callback);
  }

  #pass(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.#platform.after(milliseconds, resolve));
  }

  /** Returns the time of the next stop up to `time`. */
  #nextStop(time: number): number | undefined {
    const at = this.#timers.next?.at;
    return at !== undefined && at <= time ? at : undefined;
  }

  /** Advances to a time and calls the timers that are due by then. */
  async #stopAt(time: number): Promise<void> {
    if (time > this.now()) this.#setting = { ...this.#setting, time, since: this.#platform.now() };
    if (this.#callDue(time)) await this.#settle();
  }

  /** Calls the timers that are due by a time, and reports whether there were any. */
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

  /** Sets a platform timer for the next due timer; none while time stands still or is being moved. */
  #arm(): void {
    const { next } = this.#timers;
    const { rate } = this.#setting;
    if (!next || rate === 0 || this.#target !== undefined) return;
    if (this.#armed && this.#armed.due <= next.at) return;
    this.#armed?.cancel();
    const remaining = Math.max(0, next.at - this.now());
    this.#armed = { due: next.at, cancel: this.#platform.after(Math.ceil(remaining / rate), () => this.#onPlatform()) };
  }

  /** Platform timers may fire a fraction of a millisecond early, which is a longer time for a fast cluster. */
  #onPlatform(): void {
    this.#armed = undefined;
    try {
      if (this.#setting.rate > 0 && this.#target === undefined) this.#callDue(this.now());
    } finally {
      this.#arm();
    }
  }
}
