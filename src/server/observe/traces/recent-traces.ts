import { isClusterComponent } from '../../../api/cluster-component.ts';
import { isLeaseRenewal, isRead, type RequestTrace } from '../../../api/debug/request-trace.ts';
import { type Clock, reportToConsole } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import { type EarlierBatch, type RequestTraceLog, TraceLogWriter } from './trace-log.ts';
import { jsonWithoutSecrets } from './without-secrets.ts';

/**
 * Number of recent traces kept: of users and their programs, of cluster components such as controllers, of Lease
 * renewals, which never stop, and of reads, which are the most frequent.
 */
const MAXIMUM_TRACES = { clients: 500, components: 200, renewals: 50, reads: 500 };

/**
 * Maximum number of traced requests of components per second. More would displace each other before anyone can view
 * them.
 */
const MOST_IN_A_SECOND = MAXIMUM_TRACES.components;
/** The maximum in each further second of a burst. */
const MOST_IN_A_LATER_SECOND = 20;

/** Names of the limits. */
type Ring = keyof typeof MAXIMUM_TRACES;

/** A trace with its position. Its JSON is created on first use. */
export class KeptTrace {
  readonly name: string;
  readonly auditID: string;
  readonly revision: number;
  readonly ring: Ring;
  #trace: RequestTrace | undefined;
  #json = '';

  constructor(trace: RequestTrace, revision: number) {
    this.name = trace.metadata.name;
    this.auditID = trace.auditID;
    this.revision = revision;
    this.ring = ringOf(trace);
    this.#trace = trace;
  }

  json(): string {
    if (this.#trace) {
      const { name, creationTimestamp } = this.#trace.metadata;
      const metadata = { name, creationTimestamp, resourceVersion: String(this.revision) };
      this.#json = jsonWithoutSecrets({ ...this.#trace, metadata });
      this.#trace = undefined;
    }
    return this.#json;
  }
}

function ringOf(trace: RequestTrace): Ring {
  if (isLeaseRenewal(trace)) return 'renewals';
  if (isRead(trace)) return 'reads';
  return isClusterComponent((trace.impersonatedBy ?? trace.user).username) ? 'components' : 'clients';
}

export type TraceListener = (type: 'ADDED' | 'DELETED', trace: KeptTrace) => void;

/**
 * The most recent traces of a server, in memory, and in the log of its host. Controllers write in bursts; their traces
 * never displace those of users.
 */
export class RecentTraces {
  readonly #clock: Clock;
  readonly #log: TraceLogWriter | undefined;
  readonly #readLog: () => Promise<readonly EarlierBatch[]>;
  #earlier: Promise<void> | undefined;
  readonly #rings: Readonly<Record<Ring, Map<string, KeptTrace>>> = {
    clients: new Map(),
    components: new Map(),
    renewals: new Map(),
    reads: new Map(),
  };
  readonly #listeners = new Set<TraceListener>();
  #readFollowers = 0;
  /** Watches cannot resume from earlier traces, because some may be missing from the log. */
  readonly oldestRevision: number;
  #revision: number;
  /** The current second: its start, its number of requests of components, and how many of them are traced at most. */
  #second = { began: 0, requests: 0, most: MOST_IN_A_SECOND };

  /** @param log contains the traces of earlier servers and stores new ones; without it, traces end with the server */
  constructor(clock: Clock, log?: RequestTraceLog) {
    this.#clock = clock;
    this.#log = log && new TraceLogWriter(log, clock, () => this.complete());
    this.#readLog = async () => log?.read() ?? [];
    this.#revision = Math.max(clock.now(), (log?.newestNumber ?? 0) + 1);
    this.oldestRevision = this.#revision;
  }

  /**
   * Resolves when the traces of earlier servers are included. They are read when traces are requested or new ones are
   * written, because reading them at the start would delay the first responses of a server.
   */
  complete(): Promise<void> {
    this.#earlier ??= this.#readEarlier();
    return this.#earlier;
  }

  async #readEarlier(): Promise<void> {
    const batches = await this.#readLog().catch((error: unknown) => {
      reportToConsole('earlier traces of requests could not be read', errorText(error));
      return [];
    });
    const newer = Object.values(this.#rings).flatMap((ring) => [...ring.values()]);
    for (const ring of Object.values(this.#rings)) ring.clear();
    for (const { number, traces } of batches)
      this.#log?.noteBatch(
        number,
        traces.map(({ trace }) => trace.metadata.name),
      );
    const earlier = batches.flatMap(({ traces }) =>
      traces.map(({ trace, revision }) => new KeptTrace(trace, revision)),
    );
    for (const trace of [...earlier, ...newer]) {
      const dropped = this.#keep(trace);
      if (dropped) this.#log?.drop(dropped.name);
    }
  }

  /** The revision of the newest trace. Derived from the time, so that it increases across restarts without a log. */
  get revision(): number {
    return this.#revision;
  }

  /**
   * Reports whether to trace a request of a component that arrived `now`. In a burst, only the first requests of each
   * second are traced, and fewer when the limit was also exceeded in the previous second.
   */
  hasRoomForComponent(now: number): boolean {
    const { began, requests } = this.#second;
    if (now - began >= 1000) {
      const lasts = now - began < 2000 && requests > MOST_IN_A_SECOND;
      this.#second = { began: now, requests: 0, most: lasts ? MOST_IN_A_LATER_SECOND : MOST_IN_A_SECOND };
    }
    this.#second.requests += 1;
    return this.#second.requests <= this.#second.most;
  }

  add(trace: RequestTrace): void {
    this.#revision = Math.max(this.#revision + 1, this.#clock.now());
    const kept = new KeptTrace(trace, this.#revision);
    const dropped = this.#keep(kept);
    this.#log?.add(kept);
    this.#notify('ADDED', kept);
    if (!dropped) return;
    this.#log?.drop(dropped.name);
    this.#notify('DELETED', dropped);
  }

  /** Returns the trace that was dropped to make room; undefined when there was room. */
  #keep(kept: KeptTrace): KeptTrace | undefined {
    const traces = this.#rings[kept.ring];
    traces.set(kept.name, kept);
    const [oldest] = traces.values();
    if (!oldest || traces.size <= MAXIMUM_TRACES[kept.ring]) return undefined;
    traces.delete(oldest.name);
    return oldest;
  }

  /** Resolves when the log contains every trace. */
  async close(): Promise<void> {
    await this.#log?.close();
  }

  get(name: string): KeptTrace | undefined {
    return this.#all()
      .find((traces) => traces.has(name))
      ?.get(name);
  }

  /** Oldest first. */
  list(): readonly KeptTrace[] {
    const all = this.#all().flatMap((traces) => [...traces.values()]);
    return all.sort((one, other) => one.revision - other.revision);
  }

  /** Returns a function that removes the listener. */
  listen(listener: TraceListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Whether reads are followed and therefore traced. */
  get areReadsFollowed(): boolean {
    return this.#readFollowers > 0;
  }

  /** Traces reads until the returned function is called. */
  followReads(): () => void {
    this.#readFollowers += 1;
    return () => {
      this.#readFollowers -= 1;
    };
  }

  #all(): readonly Map<string, KeptTrace>[] {
    return Object.values(this.#rings);
  }

  #notify(type: 'ADDED' | 'DELETED', trace: KeptTrace): void {
    for (const listener of this.#listeners) listener(type, trace);
  }
}
