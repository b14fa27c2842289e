import { isClusterComponent } from '../../../api/cluster-component.ts';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import type { Clock } from '../../../api/environment.ts';
import { jsonWithoutSecrets } from './without-secrets.ts';

/** How many recent traces are kept: of people and their programs, and of cluster components such as controllers. */
const MAXIMUM_TRACES = { clients: 500, components: 200 };

/** Requests of components that are traced in a second. More would displace each other before anyone can look at them. */
const MOST_IN_A_SECOND = MAXIMUM_TRACES.components;
/** As many in each further second of a burst that lasts. */
const MOST_IN_A_LATER_SECOND = 20;

/** A trace with its position. Its JSON is created on first use. */
export class KeptTrace {
  readonly name: string;
  readonly auditID: string;
  readonly revision: number;
  #trace: RequestTrace | undefined;
  #json = '';

  constructor(trace: RequestTrace, revision: number) {
    this.name = trace.metadata.name;
    this.auditID = trace.auditID;
    this.revision = revision;
    const { name, creationTimestamp } = trace.metadata;
    const metadata = { name, creationTimestamp, resourceVersion: String(revision) };
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

type Ring = keyof typeof MAXIMUM_TRACES;

/**
 * The most recent traces of a server, in memory. Controllers write in bursts; their traces never displace those of
 * people.
 */
export class RecentTraces {
  readonly #clock: Clock;
  readonly #rings: Readonly<Record<Ring, Map<string, KeptTrace>>> = { clients: new Map(), components: new Map() };
  readonly #listeners = new Set<TraceListener>();
  /** Earlier traces are no longer available. */
  readonly oldestRevision: number;
  #revision: number;
  /** When the current second began, how many requests of components have come in it, and how many are traced. */
  #second = { began: 0, requests: 0, most: MOST_IN_A_SECOND };

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#revision = clock.now();
    this.oldestRevision = this.#revision;
  }

  /**
   * The revision of the newest trace. Derived from the time, so that it increases across restarts, which lose the
   * traces.
   */
  get revision(): number {
    return this.#revision;
  }

  /**
   * Reports whether a request of a component that came `now` is to be traced: in a burst, only the first of each second are, and
   * fewer when the second before was full, too.
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
    const ring = isClusterComponent((trace.impersonatedBy ?? trace.user).username) ? 'components' : 'clients';
    const traces = this.#rings[ring];
    traces.set(kept.name, kept);
    this.#notify('ADDED', kept);
    const [oldest] = traces.values();
    if (!oldest || traces.size <= MAXIMUM_TRACES[ring]) return;
    traces.delete(oldest.name);
    this.#notify('DELETED', oldest);
  }

  get(name: string): KeptTrace | undefined {
    return this.#rings.clients.get(name) ?? this.#rings.components.get(name);
  }

  /** Oldest first. */
  list(): readonly KeptTrace[] {
    const all = [...this.#rings.clients.values(), ...this.#rings.components.values()];
    return all.sort((one, other) => one.revision - other.revision);
  }

  /** Returns a function that removes the listener. */
  listen(listener: TraceListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #notify(type: 'ADDED' | 'DELETED', trace: KeptTrace): void {
    for (const listener of this.#listeners) listener(type, trace);
  }
}
