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
  /** The greatest revision of its traces, and so greater than the numbers of all earlier batches of its ring. */
  readonly number: number;
  readonly traces: readonly T[];
}

/** Traces as they are read from a log. */
export type EarlierBatch<T = RequestTrace> = TraceBatch<{ readonly trace: T; readonly revision: number }>;

/** Keeps the traces of a server beyond its life: those of requests, or records of writes. */
export interface TraceLog<T = RequestTrace> {
  /** Returns the batches of the log, oldest first. Called once, before the first write. */
  read(): Promise<readonly EarlierBatch<T>[]>;
  /** Adds batches, and removes others by number, in one write. */
  write(added: readonly TraceBatch[], removed: readonly number[]): Promise<void>;
}

/** Keeps the traces of requests, whose revisions continue those of earlier servers. */
export interface RequestTraceLog extends TraceLog {
  /** The number of the newest batch when the log was opened; 0 without one. */
  readonly newestNumber: number;
}

/** A trace whose JSON is created when it is written. */
export interface Loggable {
  readonly name: string;
  readonly revision: number;
  /** Traces of one ring are dropped in order. */
  readonly ring: string;
  json(): string;
}

/** Milliseconds between writes. Traces since the last write are lost when the host is killed. */
const PERIOD = 1000;
/** Milliseconds between writes in a burst, when most traces are dropped before they would be written. */
const PERIOD_IN_BURSTS = 5000;
/** Number of traces in one write above which there is a burst. Controllers never cause more. */
const BURST = 200;

/**
 * Writes traces in batches: a burst of requests costs one write in five seconds, which contains no more traces than are
 * kept. A batch is removed with the last of its traces.
 */
export class TraceLogWriter {
  readonly #log: TraceLog<unknown>;
  readonly #clock: Clock;
  readonly #earlier: () => Promise<void>;
  readonly #added = new Map<string, Loggable>();
  /** The batches of written traces, by trace name. */
  readonly #batches = new Map<string, { readonly number: number; left: number }>();
  readonly #removed: number[] = [];
  #period = PERIOD;
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param earlier resolves when the traces of earlier servers are noted, so that dropped ones are removed */
  constructor(log: TraceLog<unknown>, clock: Clock, earlier: () => Promise<void>) {
    this.#log = log;
    this.#clock = clock;
    this.#earlier = earlier;
  }

  /** Notes the names of the traces in a batch of the log. */
  noteBatch(number: number, names: readonly string[]): void {
    const batch = { number, left: names.length };
    for (const name of names) this.#batches.set(name, batch);
  }

  /** Notes a new trace. */
  add(trace: Loggable): void {
    this.#added.set(trace.name, trace);
    this.#cancel ??= this.#clock.after(this.#period, () => this.#write());
  }

  /** Notes that a trace was dropped. */
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
    this.#added.clear();
    this.#writing = this.#writing
      .then(this.#earlier)
      .then(() => this.#log.write(added, this.#removed.splice(0)))
      .catch((error: unknown) => reportToConsole('traces of requests could not be kept', errorText(error)));
  }

  #batchOf(traces: readonly Loggable[]): TraceBatch {
    const number = Math.max(...traces.map(({ revision }) => revision));
    this.noteBatch(
      number,
      traces.map(({ name }) => name),
    );
    return { number, traces: traces.map((trace) => ({ revision: trace.revision, json: trace.json() })) };
  }
}
