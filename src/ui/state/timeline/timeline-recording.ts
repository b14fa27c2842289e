import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import type { Clock, Random } from '../../../api/environment.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError, isFinalError } from '../../../client/api-error.ts';
import { type DiscoveredResource, groupResourceKey } from '../../../client/discovery.ts';
import { objectSource } from '../../../client/object-source.ts';
import { Reflector } from '../../../client/reflector.ts';
import { inNextBatch } from '../stores/update-batch.ts';
import { TRACES } from '../trace-steps.ts';
import { type RequestedChange, RequestedChanges, requestedChanges } from './requested-changes.ts';
import { retainedSource } from './retained-source.ts';
import { type RecordedEvent, revisionOf } from './timeline-event.ts';
import { TimelineRecorder } from './timeline-recorder.ts';
import { MOST_EVENTS, type TimelineStore } from './timeline-store.ts';

export interface RecordingOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly store: TimelineStore;
  /** Returns the cluster's time in milliseconds; undefined while the page does not know it. */
  readonly arrivalTime: () => number | undefined;
  /** Called with the kinds changed by requests. */
  readonly onKinds: (keys: readonly string[]) => void;
}

/** Milliseconds between updates while no view follows the timeline, to leave the time to other work. */
const UNSEEN_PERIOD = 1000;

/** Maximum number of events that the store gets in one batch: more would delay painting. */
const SLICE = 500;

/** Number of waiting events beyond the timeline's limit at which the oldest are dropped. */
const SURPLUS = 1000;

/**
 * Records as one identity: request traces, for the authors of changes, and the kinds passed to `follow`. Recorded events
 * wait until a view follows the timeline, and are then added to the store in slices.
 */
export class TimelineRecording {
  readonly #options: RecordingOptions;
  readonly #end = new AbortController();
  /** Functions that stop recording, by kind, or by kind and namespace. */
  readonly #stops = new Map<string, () => void>();
  /** The revision after which each kind is recorded with states. */
  readonly #starts = new Map<string, { readonly revision: number; readonly resource: DiscoveredResource }>();
  /** Kinds that the identity may not watch in all namespaces. */
  readonly #denied = new Map<string, DiscoveredResource>();
  #namespaces: readonly string[] = [];
  readonly #changes = new RequestedChanges(MOST_EVENTS);
  #traces: RequestTrace[] = [];
  #unlearned: readonly RequestedChange[] = [];
  #collected: RecordedEvent[] = [];
  /** Cancels the next update; undefined when none is due. */
  #cancelUpdate: (() => void) | undefined;

  constructor(options: RecordingOptions) {
    this.#options = options;
    const leave = options.store.whenFollowed(() => this.#updateSoon());
    this.#end.signal.addEventListener('abort', () => {
      leave();
      for (const stop of this.#stops.values()) stop();
    });
  }

  stop(): void {
    this.#end.abort();
  }

  /** Records kinds that are not being recorded, or that failed permanently. */
  follow(resources: readonly DiscoveredResource[]): void {
    for (const resource of resources) this.#start(resource);
  }

  /** Records only these namespaces of the kinds that the identity may not watch in all. */
  followIn(namespaces: readonly string[]): void {
    const left = this.#namespaces.filter((namespace) => !namespaces.includes(namespace));
    this.#namespaces = namespaces;
    for (const resource of this.#denied.values()) {
      for (const namespace of left) this.#stop(recorderId(resource, namespace));
      for (const namespace of namespaces) this.#start(resource, namespace);
    }
  }

  #start(resource: DiscoveredResource, namespace?: string): void {
    const id = recorderId(resource, namespace);
    if (this.#stops.has(id) || this.#end.signal.aborted) return;
    this.#stops.set(id, this.#recorderOf(resource, namespace).start());
  }

  #stop(id: string): void {
    this.#stops.get(id)?.();
    this.#stops.delete(id);
  }

  /** Watches request traces; without them, authors of changes are unknown. */
  followRequests(): void {
    const { client, clock, random, store } = this.#options;
    const reflector = new Reflector<RequestTrace & ApiObject>({
      source: objectSource(client, TRACES),
      ...{ clock, random, isFinal: isFinalError },
      sink: {
        replace: (traces) => this.#collect(() => this.#traces.push(...traces)),
        change: (type, trace) => type === 'ADDED' && this.#collect(() => this.#traces.push(trace)),
        state: (state) => {
          if (state.phase === 'listing' || state.phase === 'stopped') return;
          store.getState().setError(groupResourceKey(TRACES), 'error' in state ? state.error : undefined);
        },
      },
    });
    void reflector.run(this.#end.signal);
  }

  #recorderOf(resource: DiscoveredResource, namespace?: string): TimelineRecorder {
    const { client, clock, random, store, arrivalTime } = this.#options;
    const { group, version, resource: plural, kind } = resource;
    const key = groupResourceKey(resource);
    const id = recorderId(resource, namespace);
    const isRecordedInPart = () => this.#namespaces.some((name) => this.#stops.has(recorderId(resource, name)));
    return new TimelineRecorder({
      resource: { group, version, resource: plural, kind },
      source: retainedSource(client, { group, version, resource: plural, ...(namespace ? { namespace } : {}) }),
      ...{ clock, random, arrivalTime },
      record: (event) => this.#record(event),
      onError: (error) => {
        if (this.#end.signal.aborted) return;
        // While a namespace is recorded, another denial of all namespaces is nothing new.
        if (namespace !== undefined || !isRecordedInPart()) store.getState().setError(key, error);
        if (!isFinalError(error)) return;
        this.#stop(id);
        if (namespace !== undefined || !resource.namespaced || !isForbidden(error)) return;
        this.#denied.set(key, resource);
        this.followIn(this.#namespaces);
      },
      onStart: (revision) => {
        store.getState().setRecorded(key, { group, version, resource: plural, kind });
        this.#starts.set(key, { revision, resource });
        this.#recordStateless(this.#changes.all().filter((change) => groupResourceKey(change) === key));
      },
    });
  }

  #readTraces(): void {
    const changes = this.#traces.flatMap(requestedChanges);
    this.#traces = [];
    if (changes.length === 0 || this.#end.signal.aborted) return;
    this.#changes.add(changes);
    this.#unlearned = [...this.#unlearned, ...changes].slice(-MOST_EVENTS);
    this.#options.onKinds([...new Set(changes.map(groupResourceKey))]);
    this.#recordStateless(changes);
  }

  /** Records changes from before the retained history, which are known only from traces. */
  #recordStateless(changes: readonly RequestedChange[]): void {
    for (const change of changes) {
      const start = this.#starts.get(groupResourceKey(change));
      if (!start || change.revision > start.revision || !change.name) continue;
      const { group, version, resource, kind } = start.resource;
      const { name, namespace, revision, time, type } = change;
      const metadata = { name, ...(namespace ? { namespace } : {}), resourceVersion: String(revision) };
      const apiVersion = group ? `${group}/${version}` : version;
      this.#record({
        ...{ type, time, isLate: true, isStateless: true, previous: undefined },
        resource: { group, version, resource, kind },
        object: { apiVersion, kind, metadata },
      });
    }
  }

  #record(event: RecordedEvent): void {
    this.#collect(() => this.#collected.push(event));
  }

  /** Each update of the store processes all events, so that traces also wait for the next one. */
  #collect(add: () => void): void {
    add();
    if (this.#cancelUpdate) return;
    const { clock, store } = this.#options;
    if (store.isFollowed()) this.#updateSoon();
    else this.#cancelUpdate = clock.after(UNSEEN_PERIOD, () => this.#update());
  }

  #updateSoon(): void {
    this.#cancelUpdate?.();
    this.#cancelUpdate = inNextBatch(this.#options.clock, () => this.#update());
  }

  #update(): void {
    this.#cancelUpdate = undefined;
    this.#readTraces();
    if (!this.#options.store.isFollowed()) {
      if (this.#collected.length > MOST_EVENTS + SURPLUS) this.#collected = newest(this.#collected);
      return;
    }
    this.#handOver(SLICE);
    if (this.#collected.length > 0) this.#updateSoon();
  }

  /** Adds all waiting events to the store. */
  flush(): void {
    this.#readTraces();
    this.#handOver(MOST_EVENTS);
  }

  #handOver(count: number): void {
    if (this.#end.signal.aborted) return;
    const { learn, record } = this.#options.store.getState();
    if (this.#unlearned.length > 0) learn(this.#unlearned);
    this.#unlearned = [];
    const events = newest(this.#collected);
    this.#collected = events.slice(count);
    if (events.length > 0) record(events.slice(0, count));
  }
}

const recorderId = (resource: DiscoveredResource, namespace: string | undefined): string =>
  namespace === undefined ? groupResourceKey(resource) : `${groupResourceKey(resource)} ${namespace}`;

const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.isForbidden;

/** Returns the newest events, at most as many as the timeline holds. */
const newest = (events: readonly RecordedEvent[]): RecordedEvent[] =>
  events.length > MOST_EVENTS
    ? events.toSorted((one, other) => revisionOf(one) - revisionOf(other)).slice(-MOST_EVENTS)
    : [...events];
