import type { Clock, Random, ReportProblem } from '../../api/environment.ts';
import { ApiError } from '../api-error.ts';

export interface EventQueueOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
}

/** Events that may wait. Further ones are dropped, so that a caller never waits for the server. */
const LONGEST = 1000;
/** Subjects whose events are written concurrently, so that commits share transactions. */
const WORKERS = 16;
const ATTEMPTS = 12;
/** Milliseconds between attempts. */
const PAUSE = 10_000;

/** Begins to write an event. Undefined when there is nothing to write. */
type EventWrite = () => Promise<unknown> | undefined;
/** What orders events: the same text or object for those that are written one after the other. */
type Subject = string | object;

/**
 * Writes events, after client-go's recorder: those of one subject one after the other, those of different subjects
 * concurrently. An event that the server rejects is dropped; one that gets no response is sent again. Never throws and
 * never rejects.
 */
export class EventQueue {
  readonly #options: EventQueueOptions;
  /** Subjects with writes that no worker has taken, oldest first. */
  readonly #ready: Subject[] = [];
  /** The writes that wait, by subject. A subject stays until its last write has ended. */
  readonly #writes = new Map<Subject, EventWrite[]>();
  /** The number of all writes that wait. */
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

  /** Queues a write after the others of the subject. It begins in a later microtask. */
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

  /** Resolves when everything that was added has been written or dropped. */
  async whenIdle(): Promise<void> {
    while (this.#workers.size > 0) await Promise.all(this.#workers);
  }

  /** Accepts no more writes, attempts each that waits once more, and resolves when they have ended. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#setClosed();
    return this.whenIdle();
  }

  #startWorker(): void {
    const worker: Promise<void> = this.#work(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  /** @param end called in the turn in which the worker has found no more subjects */
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

  /** A clock that is moved waits for the write, so that the event has the time at which it was recorded. */
  async #write(write: EventWrite): Promise<void> {
    const { gate } = this.#options.clock;
    gate?.begin();
    try {
      await write();
    } finally {
      gate?.end();
    }
  }

  /** Attempts a write again that has failed, until it succeeds or the event is dropped. */
  async #writeAgain(write: EventWrite, failure: unknown): Promise<void> {
    let error = failure;
    for (let attempt = 1; ; attempt++) {
      const isFinal = isRejection(error) || this.#isClosed || attempt >= ATTEMPTS;
      if (isFinal && isUnexpected(error) && !this.#isClosed)
        this.#options.reportProblem('an event was not recorded', error);
      if (isFinal) return;
      // The first pause is random, so that clients of a server that was away do not return all at once.
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
