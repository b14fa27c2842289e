import { stopwatch } from '../../api/environment.ts';
import { INITIAL_EVENTS_END_ANNOTATION } from '../../api/kubernetes-names.ts';
import type { ResponseBody } from '../../api/messages/api-messages.ts';
import { apiResponse } from '../../api/messages/api-response.ts';
import { expired, StatusError } from '../../api/status.ts';
import { type Change, CompactedError, FutureRevisionError } from '../../storage/storage.ts';
import { keyOf, type ServedResource } from '../catalog/served-resource.ts';
import type { Call, Endpoint } from '../context/call.ts';
import { requestLabelsOf } from '../context/request-labels.ts';
import type { EncodedEvent } from '../http/event-framing.ts';
import { type ListQuery, readListQuery, type Selection, selectionOf } from '../http/list-options.ts';
import { acceptedMediaType, requireStreamable } from '../http/negotiation.ts';
import { isTrue } from '../http/query-parameter.ts';
import { streamResponse } from '../http/stream-response.ts';
import { EventWriter } from '../http/watch-event.ts';
import {
  FRESHNESS_WAIT_MILLISECONDS,
  resourceVersionOrPlainError,
  tooLargeResourceVersion,
} from '../objects/resource-version.ts';
import { type ServedChange, servedChange } from '../objects/served-changes.ts';
import { servedObjects } from '../objects/served-objects.ts';
import { Slices } from '../objects/slices.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { InTurn } from './in-turn.ts';
import { MAXIMUM_EVENTS, WatchStream } from './watch-stream.ts';

type ResourceCall = Call & { resource: ServedResource };
type MaybeEvent = EncodedEvent | false | undefined;

const BOOKMARK_INTERVAL_MILLISECONDS = 60_000;
/** Time of the last bookmark, in milliseconds before the end. */
const BOOKMARK_BEFORE_END_MILLISECONDS = 2000;
/** A watch without timeoutSeconds ends after half an hour to an hour, so that clients do not all reconnect at once. */
const DEFAULT_TIMEOUT_SECONDS = 1800;

/** Number of objects or changes that are sent together when a watch starts. */
const CHUNK = 256;

/**
 * GET of a collection with `watch`, and the deprecated `/watch/` paths, whose options are checked as those of lists when
 * they lack the parameter.
 */
export const watch: Endpoint = async (call) => {
  const { resource, info, server, url } = call;
  const representation = acceptedMediaType(call);
  const query = readListQuery(url.searchParams, isTrue(url.searchParams.get('watch')) ? 'watch' : 'list', server);
  const selection = selectionOf(resource, query, info.parts[1] ?? '');
  const from = resourceVersionOrPlainError(query.resourceVersion);
  requireStreamable(representation, server.dialect);
  const writer = new EventWriter(call, representation);
  const session = new WatchSession(call, query, selection, writer);
  session.start(from).catch((error: unknown) => session.fail(error));
  return streamResponse(call, apiResponse(200, session.body, { 'content-type': writer.contentType }), 'events');
};

/** One open watch. */
class WatchSession {
  readonly #call: ResourceCall;
  readonly #query: ListQuery;
  readonly #selection: Selection;
  readonly #writer: EventWriter;
  readonly #stream: WatchStream;
  readonly #prefix: string;
  readonly #stops: (() => void)[] = [];
  /** Changes that arrive while the initial state is being read; undefined afterwards. */
  #early: Change[] | undefined = [];
  /** Everything up to this revision has been sent. */
  #revision = 0;
  #cancelBookmark: () => void = () => undefined;
  /** Changes that wait for their conversion, and the changes and events after them. */
  readonly #inTurn = new InTurn<ServedChange | EncodedEvent>(
    (next) => this.#send(next),
    (error) => this.fail(error),
  );

  constructor(call: ResourceCall, query: ListQuery, selection: Selection, writer: EventWriter) {
    this.#call = call;
    this.#query = query;
    this.#selection = selection;
    this.#writer = writer;
    this.#prefix = keyOf(call.resource, call.info.namespace);
    this.#stream = new WatchStream(() => this.#stop());
    const close = () => this.close();
    call.request.signal.addEventListener('abort', close, { once: true });
    this.#stops.push(() => call.request.signal.removeEventListener('abort', close));
  }

  get body(): ResponseBody {
    return this.#writer.handsOver ? this.#stream.events : this.#stream.chunks;
  }

  close(error?: StatusError): void {
    this.#stream.end(error && this.#writer.error(error.status));
  }

  /** Subscribes before reading, so that no change is missed. */
  async start(from: number): Promise<void> {
    const { server } = this.#call;
    this.#stops.push(server.watches.add(this.#prefix, this));
    const labels = requestLabelsOf(this.#call);
    if (labels) this.#stops.push(server.metrics.opens(labels));
    this.#stops.push(() => this.#call.audit?.emit('ResponseComplete'));
    const end = this.#startTimeout();
    if (this.#call.request.signal.aborted || this.#query.timeoutSeconds < 0) return this.close();
    const { sendInitialEvents } = this.#query;
    if (sendInitialEvents === true) await this.#sendInitialState(from);
    else if (from > 0) await this.#sendHistory(from);
    else if (sendInitialEvents === undefined) await this.#sendState();
    else this.#revision = server.objects.revision;
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const change of early) this.changed(change);
    if (this.#query.allowWatchBookmarks) this.#scheduleBookmark(end);
  }

  changed(change: Change): void {
    if (this.#early && this.#early.push(change) > MAXIMUM_EVENTS) this.close();
    if (this.#early || change.revision <= this.#revision) return;
    this.#inTurn.add(this.#served(change));
    if (this.#inTurn.size > MAXIMUM_EVENTS) this.close();
  }

  /**
   * Ends the watch, because it must not skip an object that cannot be converted or represented in the negotiated type.
   */
  fail(error: unknown): void {
    if (!(error instanceof StatusError) || error.code < 500) {
      this.close();
      return;
    }
    const { status } = new StatusError({ code: 500, reason: 'InternalError', message: error.message });
    this.#stream.end(this.#writer.error(status));
  }

  #send(next: ServedChange | EncodedEvent): void {
    try {
      const event = 'change' in next ? this.#writer.changed(next, this.#selection.matches) : next;
      if (event) this.#stream.send([event]);
    } catch {
      this.close(); // an event that has no form in the negotiated type ends the stream
    }
  }

  /** The definition of a custom resource may have changed since the watch began. */
  #served(change: Change): ServedChange | Promise<ServedChange> {
    const { server, resource } = this.#call;
    const { group, version } = resource;
    const current = resource.isCustom ? server.resources.find(group, version, resource.resource) : undefined;
    return servedChange(current ?? resource, change, server.objects.states);
  }

  async #sendState(): Promise<void> {
    const { resource, server } = this.#call;
    const slices = new Slices(server.clock);
    const { objects, revision } = await server.objects.list(this.#prefix);
    const served = await servedObjects(resource, objects);
    const eventOf = (stored: StoredObject) => this.#selection.matches(stored) && this.#writer.existing(stored);
    await this.#sendInChunks(served, slices, eventOf);
    this.#revision = revision;
  }

  /** Sends an event for each item that has one. Each chunk waits until the client has read the previous one. */
  async #sendInChunks<T>(
    items: readonly T[],
    slices: Slices,
    eventOf: (item: T) => MaybeEvent | Promise<MaybeEvent>,
  ): Promise<void> {
    for (let start = 0; start < items.length && !this.#stream.isEnded; start += CHUNK) {
      if (start > 0) await this.#stream.drained();
      const events: EncodedEvent[] = [];
      for (const item of items.slice(start, start + CHUNK)) {
        await slices.pause();
        const event = await eventOf(item);
        if (event) events.push(event);
      }
      this.#stream.send(events, false);
    }
  }

  /** Sends the state at a revision or later, then a bookmark that marks it as complete. */
  async #sendInitialState(minimum: number): Promise<void> {
    const { objects, clock, dialect } = this.#call.server;
    if (!(await objects.waitForRevision(minimum, clock, FRESHNESS_WAIT_MILLISECONDS))) {
      this.#stream.end(this.#writer.error(tooLargeResourceVersion(minimum, objects.revision, 1).status));
      return;
    }
    await this.#sendState();
    if (!this.#query.allowWatchBookmarks) return;
    const annotations = { [dialect.rename(INITIAL_EVENTS_END_ANNOTATION)]: 'true' };
    this.#stream.send([this.#writer.bookmark(this.#revision, annotations)], false);
  }

  async #sendHistory(from: number): Promise<void> {
    this.#revision = from;
    // Custom resources have no revisions before their definition, which may be older than the retained history.
    const oldest = this.#call.resource.since ?? 0;
    const { objects, clock } = this.#call.server;
    const slices = new Slices(clock);
    try {
      const changes = await objects.storage.changesSince(from, this.#prefix);
      if (from < oldest) throw new CompactedError(oldest);
      await this.#sendInChunks(changes, slices, async (change) =>
        this.#writer.changed(await this.#served(change), this.#selection.matches),
      );
      this.#revision = changes.at(-1)?.revision ?? from;
    } catch (error) {
      if (error instanceof FutureRevisionError) return; // silent until the revision exists
      if (!(error instanceof CompactedError)) throw error;
      const { status } = expired(`too old resource version: ${from} (${Math.max(error.compacted, oldest)})`);
      this.#stream.end(this.#writer.error(status));
    }
  }

  /** Schedules the end of the watch. Returns its time, in milliseconds. */
  #startTimeout(): number {
    const { clock, random } = this.#call.server;
    const spread = 1 + (random.bytes(1)[0] ?? 0) / 256;
    const milliseconds =
      1000 * (this.#query.timeoutSeconds > 0 ? this.#query.timeoutSeconds : DEFAULT_TIMEOUT_SECONDS * spread);
    this.#stops.push(clock.after(milliseconds, () => this.close()));
    return stopwatch(clock) + milliseconds;
  }

  #scheduleBookmark(end: number): void {
    if (this.#stream.isEnded) return;
    const { clock, objects } = this.#call.server;
    const beforeEnd = end - BOOKMARK_BEFORE_END_MILLISECONDS - stopwatch(clock);
    const wait = beforeEnd > 0 ? Math.min(beforeEnd, BOOKMARK_INTERVAL_MILLISECONDS) : BOOKMARK_INTERVAL_MILLISECONDS;
    this.#cancelBookmark = clock.after(wait, () => {
      const { revision } = objects;
      if (revision >= this.#revision) this.#inTurn.add(this.#writer.bookmark(revision));
      this.#scheduleBookmark(end);
    });
  }

  #stop(): void {
    this.#cancelBookmark();
    for (const stop of this.#stops) stop();
  }
}
