import type { Clock } from '../../api/environment.ts';
import type { RequestTrace } from '../../api/request-trace.ts';
import { jsonWithoutSecrets } from './without-secrets.ts';

/** How many traces are kept, the newest. */
const MAXIMUM_TRACES = 500;

/** One trace with its place in the order of all. Its text is made when it is first asked for. */
export class KeptTrace {
  readonly name: string;
  readonly revision: number;
  #trace: RequestTrace | undefined;
  #json = '';

  constructor(trace: RequestTrace, revision: number) {
    this.name = trace.metadata.name;
    this.revision = revision;
    const metadata = { ...trace.metadata, resourceVersion: String(revision) };
    this.#trace = { ...trace, metadata };
  }

  json(): string {
    if (this.#trace) {
      this.#json = jsonWithoutSecrets(this.#trace);
      this.#trace = undefined;
    }
    return this.#json;
  }
}

export type TraceListener = (type: 'ADDED' | 'DELETED', trace: KeptTrace) => void;

/** The newest traces of a server, in memory. */
export class RequestTraces {
  readonly #clock: Clock;
  readonly #kept = new Map<string, KeptTrace>();
  readonly #listeners = new Set<TraceListener>();
  /** What came before is not known here. */
  readonly oldestRevision: number;
  #revision: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#revision = clock.now();
    this.oldestRevision = this.#revision;
  }

  /** Of the newest trace. From the time, so that it rises over restarts, which forget the traces. */
  get revision(): number {
    return this.#revision;
  }

  add(trace: RequestTrace): void {
    this.#revision = Math.max(this.#revision + 1, this.#clock.now());
    const kept = new KeptTrace(trace, this.#revision);
    this.#kept.set(kept.name, kept);
    this.#tell('ADDED', kept);
    const [oldest] = this.#kept.values();
    if (!oldest || this.#kept.size <= MAXIMUM_TRACES) return;
    this.#kept.delete(oldest.name);
    this.#tell('DELETED', oldest);
  }

  get(name: string): KeptTrace | undefined {
    return this.#kept.get(name);
  }

  /** Oldest first. */
  list(): readonly KeptTrace[] {
    return [...this.#kept.values()];
  }

  /** Returns how to stop. */
  listen(listener: TraceListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(type: 'ADDED' | 'DELETED', trace: KeptTrace): void {
    for (const listener of this.#listeners) listener(type, trace);
  }
}
