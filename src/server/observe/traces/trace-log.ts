import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { type Clock, reportToConsole } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';

/** A trace in a log. */
export interface LoggedTrace {
  readonly name: string;
  readonly revision: number;
  /** The trace as JSON, without secrets. */
  readonly json: string;
}

/** Keeps the traces of a server beyond its life. */
export interface TraceLog {
  /** What the log had when it was opened, oldest first. */
  readonly earlier: readonly { readonly trace: RequestTrace; readonly revision: number }[];
  /** Adds and removes traces, by name, in one write. */
  write(added: readonly LoggedTrace[], removed: readonly string[]): Promise<void>;
}

/** A trace whose JSON is made when it is written. */
interface Loggable {
  readonly name: string;
  readonly revision: number;
  json(): string;
}

/** Milliseconds between writes. What was traced since the last one is lost when the host is killed. */
const PERIOD = 1000;

/**
 * Writes traces in batches: a burst of requests costs one write a second, of no more traces than are kept.
 */
export class TraceLogWriter {
  readonly #log: TraceLog;
  readonly #clock: Clock;
  readonly #added = new Map<string, Loggable>();
  readonly #removed = new Set<string>();
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(log: TraceLog, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Notes a new trace, and the one that had to make room for it. */
  change(added: Loggable, dropped: Loggable | undefined): void {
    this.#added.set(added.name, added);
    if (dropped && !this.#added.delete(dropped.name)) this.#removed.add(dropped.name);
    this.#cancel ??= this.#clock.after(PERIOD, () => this.#write());
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    if (this.#cancel) this.#write();
    await this.#writing;
  }

  #write(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const added = [...this.#added.values()].map((trace) => ({
      name: trace.name,
      revision: trace.revision,
      json: trace.json(),
    }));
    const removed = [...this.#removed];
    this.#added.clear();
    this.#removed.clear();
    this.#writing = this.#writing
      .then(() => this.#log.write(added, removed))
      .catch((error: unknown) => reportToConsole('traces of requests could not be kept', errorText(error)));
  }
}
