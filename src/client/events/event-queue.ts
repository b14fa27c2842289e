import type { Clock, Random, ReportProblem } from '../../api/environment.ts';
import { ApiError } from '../api-error.ts';

export interface EventQueueOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
}

/** Maximum number of queued events. Further events are dropped, so that callers never wait for the server. */
const LONGEST = 1000;
/** Number of subjects whose events are written concurrently, so that commits share transactions. */
const WORKERS = 16;
const ATTEMPTS = 12;
/** Milliseconds between attempts. */
const PAUSE = 10_000;

/** Starts writing an event; returns undefined when there is nothing to write. */
type EventWrite = () => Promise<unknown> | undefined;
/** A key for ordering: events with the same subject are written sequentially. */
type Subject = string | object;

/**
 * Writes events like client-go's recorder: sequentially for one subject, concurrently for different subjects. An event
 * that the server rejects is dropped. A request without a response is retried. Never throws and never rejects.
 */
export class EventQueue {
  readonly #options: EventQueueOptions;
  /** Subjects that wait for a worker, oldest first. */
  readonly #ready: Subject[] = [];
  /** Queued writes by subject. A subject stays until its last write has ended. */
  readonly #writes = new Map<Subject, EventWrite[]>();
  /** Total number of queued writes. */
  #waiting = 0;
  readonly #workers = new Set<Promise<void>>();
  readonly #closed: Promise<void>;
  #setClosed: () => void = () => undefined;
  #isClosed = false;

  constructor(options: EventQueueOptions) {
    this.#options = options;
    this.#closed = new Promise((resolve) => {
      this.#setClosed = resolve;
    });
  }

  /** Queues a write behind the others of the subject. It starts in a later microtask. */
  add(subject: Subject, write: EventWrite): void {
    if (this.#isClosed || this.#waiting >= LONGEST) return;
    this.#waiting += 1;
    const writes = this.#writes.get(subject);
    if (writes) {
      writes.push(write);
      return;
    }
    this.#writes.set(subject, [write]);
    this.#ready.push(subject);
    if (this.#workers.size < WORKERS) this.#startWorker();
  }

  /** Resolves when all added events have been written or dropped. */
  async whenIdle(): Promise<void> {
    while (this.#workers.size > 0) await Promise.all(this.#workers);
  }

  /** Stops accepting writes, attempts each waiting write once more, and resolves when these attempts have ended. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#setClosed();
    return this.whenIdle();
  }

  #startWorker(): void {
    const worker: Promise<void> = this.#work(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  /** @param end called synchronously when the worker finds no more subjects */
  async #work(end: () => void): Promise<void> {
    await Promise.resolve();
    for (let subject = this.#ready.shift(); subject !== undefined; subject = this.#ready.shift()) {
      const writes = this.#writes.get(subject) ?? [];
      for (let write = writes.shift(); write; write = writes.shift()) {
        this.#waiting -= 1;
        try {
          await this.#write(write);
        } catch (error) {
          await this.#writeAgain(write, error);
        }
      }
      this.#writes.delete(subject);
    }
    end();
  }

  /** A moving clock waits for the write, so that the event gets the time at which it was recorded. */
  async #write(write: EventWrite): Promise<void> {
    const { gate } = this.#options.clock;
    gate?.begin();
    try {
      await write();
    } finally {
      gate?.end();
    }
  }

  /** Retries a failed write until it succeeds or the event is dropped. */
  async #writeAgain(write: EventWrite, failure: unknown): Promise<void> {
    let error = failure;
    for (let attempt = 1; ; attempt++) {
      const isFinal = isRejection(error) || this.#isClosed || attempt >= ATTEMPTS;
      if (isFinal && isUnexpected(error) && !this.#isClosed)
        this.#options.reportProblem('an event was not recorded', error);
      if (isFinal) return;
      // The first pause is random, so that clients do not all return at once after an outage.
      await this.#pause(attempt === 1 ? PAUSE * ((this.#options.random.bytes(1)[0] ?? 0) / 256) : PAUSE);
      try {
        await this.#write(write);
        return;
      } catch (next) {
        error = next;
      }
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

/** Reports whether the server's decision is final. An overloaded server requests a retry instead. */
const isRejection = (error: unknown): boolean =>
  error instanceof ApiError && error.retryAfterSeconds === undefined && error.code !== 429;

/** Reports whether an error is worth reporting. Duplicates and terminating or deleted namespaces are normal. */
function isUnexpected(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { reason, status } = error;
  const isTerminating = status.details?.causes?.some((cause) => cause.reason === 'NamespaceTerminating') ?? false;
  return reason !== 'AlreadyExists' && !error.isNotFound && !isTerminating;
}
