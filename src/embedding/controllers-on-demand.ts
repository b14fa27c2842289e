import { DEBUG_GROUP } from '../api/debug/access-explanation.ts';
import type { Clock } from '../api/environment.ts';
import type { ApiRequest } from '../api/messages/api-messages.ts';
import type { Storage } from '../storage/storage.ts';

/** Milliseconds from a write to the start. A test that only reads what it wrote has ended by then. */
const START_AFTER_WRITE = 20;

/** Milliseconds after which controllers start without a trigger, because time also passes for them. */
const LATEST_START = 1000;

export interface OnDemandOptions {
  /** Starts the controllers, and returns a function that stops them. */
  readonly start: () => Promise<() => Promise<void>>;
  readonly storage: Storage;
  /** The platform's clock. */
  readonly clock: Clock;
  /** Reports whether the cluster's time is paused, in which case controllers would do nothing. */
  readonly isPaused: () => boolean;
}

/**
 * The controllers of a cluster. Those of a fork start only when something is written or time passes, because the
 * parent's controllers have finished their work: tests that need no controllers do not pay for them.
 */
export class ControllersOnDemand {
  readonly #options: OnDemandOptions;
  readonly #ends: (() => void)[] = [];
  #started: Promise<() => Promise<void>> | undefined;
  #isClosed = false;

  constructor(options: OnDemandOptions) {
    this.#options = options;
  }

  /** Starts the controllers, once. */
  async start(): Promise<void> {
    if (this.#isClosed) return;
    this.#started ??= this.#options.start();
    for (const end of this.#ends.splice(0)) end();
    await this.#started;
  }

  /** Starts the controllers for a request that shows them or sets their time. */
  async startFor({ target }: ApiRequest): Promise<void> {
    if (target.includes(DEBUG_GROUP)) await this.start();
  }

  /** Resolves when their pending work has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#ends.splice(0)) end();
    // Controllers that could not be started need no stop.
    await (await this.#started?.catch(() => undefined))?.();
  }

  /** Starts the controllers after the next write, or after a time without one. */
  async startLater(): Promise<void> {
    const { storage, clock, isPaused } = this.#options;
    this.#ends.push(clock.after(LATEST_START, () => this.#startUnlessPaused()));
    const end = await storage.follow('', {
      changed: () => {
        if (isPaused()) return;
        end();
        this.#ends.push(clock.after(START_AFTER_WRITE, () => this.#startUnlessPaused()));
      },
    });
    this.#ends.push(end);
  }

  #startUnlessPaused(): void {
    if (!this.#options.isPaused()) void this.start();
  }
}
