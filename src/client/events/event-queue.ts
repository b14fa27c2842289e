import type { Clock, Random, ReportProblem } from '../../api/environment.ts';
import { ApiError } from '../api-error.ts';

export interface EventQueueOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
}

/** Events that may wait. Further ones are dropped, so that a caller never waits for the server. */
const LONGEST = 1000;
const ATTEMPTS = 12;
/** Milliseconds between attempts. */
const PAUSE = 10_000;

/**
 * Writes events one after the other, after client-go's recorder. An event that the server rejects is dropped; one that
 * gets no response is sent again. Never throws and never rejects.
 */
export class EventQueue {
  readonly #options: EventQueueOptions;
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #closed: Promise<void>;
  #setClosed: () => void = () => undefined;
  #isClosed = false;
  #draining: Promise<void> | undefined;

  constructor(options: EventQueueOptions) {
    this.#options = options;
    this.#closed = new Promise((resolve) => {
      this.#setClosed = resolve;
    });
  }

  /** Queues a write. It begins in a later microtask. */
  add(write: () => Promise<void>): void {
    if (this.#isClosed || this.#waiting.length >= LONGEST) return;
    this.#waiting.push(write);
    this.#draining ??= this.#drain();
  }

  /** Resolves when everything that was added has been written or dropped. */
  async whenIdle(): Promise<void> {
    await this.#draining;
  }

  /** Accepts no more writes, attempts each that waits once more, and resolves when they have ended. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#setClosed();
    return this.whenIdle();
  }

  async #drain(): Promise<void> {
    await Promise.resolve();
    for (let write = this.#waiting.shift(); write; write = this.#waiting.shift()) await this.#write(write);
    this.#draining = undefined;
  }

  async #write(write: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write();
      } catch (error) {
        const isFinal = isRejection(error) || this.#isClosed || attempt >= ATTEMPTS;
        if (isFinal && isUnexpected(error) && !this.#isClosed)
          this.#options.reportProblem('an event was not recorded', error);
        if (isFinal) return;
      }
      // The first pause is random, so that clients of a server that was away do not return all at once.
      await this.#pause(attempt === 1 ? PAUSE * ((this.#options.random.bytes(1)[0] ?? 0) / 256) : PAUSE);
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    let cancel: () => void = () => undefined;
    const passed = new Promise<void>((resolve) => {
      cancel = this.#options.clock.after(milliseconds, resolve);
    });
    await Promise.race([passed, this.#closed]);
    cancel();
  }
}

/** Reports whether the server has decided; a server that is overloaded asks for another attempt. */
const isRejection = (error: unknown): boolean =>
  error instanceof ApiError && error.retryAfterSeconds === undefined && error.code !== 429;

/** Reports whether an error is not the normal consequence of a namespace that is going or gone. */
function isUnexpected(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { reason, status } = error;
  const isTerminating = status.details?.causes?.some((cause) => cause.reason === 'NamespaceTerminating') ?? false;
  return reason !== 'AlreadyExists' && !error.isNotFound && !isTerminating;
}
