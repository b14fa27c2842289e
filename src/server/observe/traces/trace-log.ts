import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { type Clock, reportToConsole } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';

/** A trace in a log. */
export interface LoggedTrace {
  readonly revision: number;
  /** The trace as JSON, without secrets. */
  readonly json: string;
}

/** Traces that were written together, and are removed together. */
export interface TraceBatch<T = LoggedTrace> {
  /** Greater than the numbers of all earlier batches. */
  readonly number: number;
  readonly traces: readonly T[];
}

/** Keeps the traces of a server beyond its life. */
export interface TraceLog {
  /** What the log had when it was opened, oldest first. */
  readonly earlier: readonly TraceBatch<{ readonly trace: RequestTrace; readonly revision: number }>[];
  /** Adds batches, and removes others by number, in one write. */
  write(added: readonly TraceBatch[], removed: readonly number[]): Promise<void>;
}

/** A trace whose JSON is made when it is written. */
interface Loggable {
  readonly name: string;
  readonly revision: number;
  /** Traces of one ring are dropped in their order. */
  readonly ring: string;
  json(): string;
}

/** Milliseconds between writes. What was traced since the last one is lost when the host is killed. */
const PERIOD = 1000;
/** As many in a burst, in which most traces are dropped before they would be written. */
const PERIOD_IN_BURSTS = 5000;
/** Traces of one write that a burst exceeds: controllers never have more. */
const BURST = 200;

/**
 * Writes traces in batches: a burst of requests costs one write in five seconds, of no more traces than are kept. A batch is
 * removed with the last of its traces.
 */
export class TraceLogWriter {
  readonly #log: TraceLog;
  readonly #clock: Clock;
  readonly #added = new Map<string, Loggable>();
  /** The batches of written traces, by the names of these. */
  readonly #batches = new Map<string, { readonly number: number; left: number }>();
  readonly #removed: number[] = [];
  #period = PERIOD;
  #number = 0;
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(log: TraceLog, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
    for (const { number, traces } of log.earlier)
      this.#noteBatch(
        number,
        traces.map(({ trace }) => trace.metadata.name),
      );
  }

  /** Notes a new trace. */
  add(trace: Loggable): void {
    this.#added.set(trace.name, trace);
    this.#cancel ??= this.#clock.after(this.#period, () => this.#write());
  }

  /** Notes that a trace had to make room. */
  drop(name: string): void {
    if (this.#added.delete(name)) return;
    const batch = this.#batches.get(name);
    if (!batch) return;
    this.#batches.delete(name);
    batch.left -= 1;
    if (batch.left === 0) this.#removed.push(batch.number);
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    if (this.#cancel) this.#write();
    await this.#writing;
  }

  #noteBatch(number: number, names: readonly string[]): void {
    const batch = { number, left: names.length };
    for (const name of names) this.#batches.set(name, batch);
    this.#number = Math.max(this.#number, number);
  }

  #write(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#period = this.#added.size > BURST ? PERIOD_IN_BURSTS : PERIOD;
    const rings = new Map<string, Loggable[]>();
    for (const trace of this.#added.values()) {
      const ring = rings.get(trace.ring);
      if (ring) ring.push(trace);
      else rings.set(trace.ring, [trace]);
    }
    const added = [...rings.values()].map((traces) => this.#batchOf(traces));
    const removed = this.#removed.splice(0);
    this.#added.clear();
    this.#writing = this.#writing
      .then(() => this.#log.write(added, removed))
      .catch((error: unknown) => reportToConsole('traces of requests could not be kept', errorText(error)));
  }

  #batchOf(traces: readonly Loggable[]): TraceBatch {
    const number = this.#number + 1;
    this.#noteBatch(
      number,
      traces.map(({ name }) => name),
    );
    return { number, traces: traces.map((trace) => ({ revision: trace.revision, json: trace.json() })) };
  }
}
