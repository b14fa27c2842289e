import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Clock } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError } from '../../../client/api-error.ts';
import { objectKey } from '../../../client/object-key.ts';
import { readWatchEvents, type WatchEvent } from '../../../client/read-watch-events.ts';
import type { ResourceAddress } from '../../../client/resource-path.ts';
import { inNextBatch } from '../stores/update-batch.ts';
import { BREAK_HINT, DISCONNECT_HINT, END_HINT, errorHint, eventHint, listHint } from './stream-hints.ts';
import { listPath, type WatchParameters, watchPath } from './watch-parameters.ts';

export type StreamItemType = WatchEvent<unknown>['type'] | 'REQUEST' | 'LIST' | 'ERROR' | 'END';

/** One request, response or event in the log of a watch. */
export interface StreamItem {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly type: StreamItemType;
  /** Name of the object, or path of the request. */
  readonly subject: string;
  /** What it means to a client; empty for requests. */
  readonly hint: string;
  /** The object or Status that was received. */
  readonly received?: unknown;
}

/** An object as the cache of a client has it. */
export interface CachedObject {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
}

export interface LabWatchState {
  readonly phase: 'idle' | 'listing' | 'watching' | 'ended';
  readonly isPaused: boolean;
  /** The newest items, oldest first. */
  readonly items: readonly StreamItem[];
  /** Number of older items that are no longer kept. */
  readonly dropped: number;
  readonly cache: readonly CachedObject[];
  /** The version that a client would resume from; undefined before it has seen one. */
  readonly resumeFrom: string | undefined;
}

/** Number of items kept. A flood must not fill the memory of the tab. */
const MOST_ITEMS = 1000;
/** Number of items above the maximum that are dropped together. */
const SURPLUS = 200;

export interface LabWatchOptions {
  readonly client: Pick<ApiClient, 'request'>;
  readonly clock: Clock;
  readonly address: ResourceAddress;
  /** The annotation of the bookmark that ends a streamed list, in the dialect of the cluster. */
  readonly initialEventsEnd: string;
}

/**
 * A client of one collection that lists and watches only when told, and records what it sends and receives. Unlike a
 * reflector, it neither retries nor resumes on its own.
 */
export class LabWatch {
  readonly store: StoreApi<LabWatchState> = createStore(() => ({
    phase: 'idle',
    isPaused: false,
    items: [],
    dropped: 0,
    cache: [],
    resumeFrom: undefined,
  }));
  readonly #options: LabWatchOptions;
  readonly #cache = new Map<string, CachedObject>();
  #items: StreamItem[] = [];
  #dropped = 0;
  #lastId = 0;
  #resumeFrom: string | undefined;
  #connection: AbortController | undefined;
  #publishing: (() => void) | undefined;

  constructor(options: LabWatchOptions) {
    this.#options = options;
  }

  /** Forgets everything, and begins as the parameters say. Resolves when the stream has ended. */
  start(parameters: WatchParameters): Promise<void> {
    this.#cache.clear();
    this.#items = [];
    this.#dropped = 0;
    this.#resumeFrom = parameters.start === 'version' ? parameters.version : undefined;
    return this.#connect(async (signal) => {
      if (parameters.start === 'list') await this.#list(parameters, signal);
      const from = parameters.start === 'list' ? this.#resumeFrom : undefined;
      await this.#watch(parameters, watchPath(this.#options.address, parameters, { from }), from === undefined, signal);
    });
  }

  /** Watches from the last version. @param timeoutSeconds after which the server ends the stream */
  resume(parameters: WatchParameters, timeoutSeconds?: number): Promise<void> {
    const connection = { from: this.#resumeFrom, ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }) };
    const path = watchPath(this.#options.address, parameters, connection);
    return this.#connect((signal) => this.#watch(parameters, path, false, signal));
  }

  /** Closes the connection; the cache stays as it is. */
  disconnect(): void {
    if (!this.#connection) return;
    this.#connection.abort();
    this.#connection = undefined;
    this.#add({ type: 'END', subject: 'Disconnected', hint: DISCONNECT_HINT });
    this.#show('ended');
  }

  /** Freezes what is shown. The client goes on receiving. */
  setPaused(isPaused: boolean): void {
    this.store.setState({ isPaused });
    if (!isPaused) this.#publish();
  }

  /** Ends the connection and all updates. */
  close(): void {
    this.#connection?.abort();
    this.#connection = undefined;
    this.#publishing?.();
  }

  async #connect(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#connection?.abort();
    const connection = new AbortController();
    this.#connection = connection;
    const { signal } = connection;
    try {
      await run(signal);
      if (!signal.aborted) this.#add({ type: 'END', subject: 'Ended by the server', hint: END_HINT });
    } catch (error) {
      if (!signal.aborted) this.#addError(error);
    }
    if (signal.aborted) return;
    this.#connection = undefined;
    this.#show('ended');
  }

  async #list(parameters: WatchParameters, signal: AbortSignal): Promise<void> {
    const path = listPath(this.#options.address, parameters);
    this.#add({ type: 'REQUEST', subject: `GET ${path}`, hint: '' });
    this.#show('listing');
    const response = await this.#options.client.request(path, { signal });
    const list = (await response.json()) as { metadata: { resourceVersion?: string }; items?: ApiObject[] };
    if (signal.aborted) return;
    const items = list.items ?? [];
    for (const item of items) this.#cacheObject(item);
    this.#resumeFrom = list.metadata.resourceVersion;
    const hint = listHint(items.length, this.#resumeFrom ?? '');
    this.#add({ type: 'LIST', subject: 'Whole collection', hint, received: list });
  }

  async #watch(parameters: WatchParameters, path: string, isBegin: boolean, signal: AbortSignal): Promise<void> {
    this.#add({ type: 'REQUEST', subject: `GET ${path}`, hint: '' });
    this.#show('watching');
    const response = await this.#options.client.request(path, { signal });
    let isInitial = isBegin && parameters.start !== 'version';
    for await (const event of readWatchEvents<ApiObject>(response, signal)) {
      if (signal.aborted) return;
      isInitial &&= event.type === 'ADDED' || event.type === 'BOOKMARK';
      const isEndOfList = event.object.metadata.annotations?.[this.#options.initialEventsEnd] === 'true';
      this.#receive(event, { parameters, isInitial, isEndOfList });
      isInitial &&= !isEndOfList;
    }
  }

  #receive({ type, object }: WatchEvent<ApiObject>, context: Omit<Parameters<typeof eventHint>[1], 'isCached'>): void {
    const key = objectKey(object);
    const hint = eventHint(type, { ...context, isCached: this.#cache.has(key) });
    const { name, namespace, resourceVersion } = object.metadata;
    if (type === 'DELETED') this.#cache.delete(key);
    else if (type !== 'BOOKMARK') this.#cacheObject(object);
    this.#resumeFrom = resourceVersion ?? this.#resumeFrom;
    const subject = type === 'BOOKMARK' ? `Version ${resourceVersion}` : [namespace, name].filter(Boolean).join('/');
    this.#add({ type, subject, hint, received: object });
    this.#publishing ??= inNextBatch(this.#options.clock, () => {
      this.#publishing = undefined;
      this.#publish();
    });
  }

  #cacheObject(object: ApiObject): void {
    const { namespace = '', name = '', resourceVersion = '' } = object.metadata;
    const key = objectKey(object);
    this.#cache.set(key, { key, namespace, name, resourceVersion });
  }

  #addError(error: unknown): void {
    if (error instanceof ApiError)
      this.#add({ type: 'ERROR', subject: error.message, hint: errorHint(error), received: error.status });
    else this.#add({ type: 'END', subject: errorText(error), hint: BREAK_HINT });
  }

  #add(item: Omit<StreamItem, 'id' | 'time'>): void {
    this.#lastId += 1;
    this.#items.push({ id: this.#lastId, time: this.#options.clock.now(), ...item });
    if (this.#items.length <= MOST_ITEMS + SURPLUS) return;
    this.#items = this.#items.slice(-MOST_ITEMS);
    this.#dropped = this.#lastId - MOST_ITEMS;
  }

  #show(phase: LabWatchState['phase']): void {
    this.store.setState({ phase });
    this.#publish();
  }

  #publish(): void {
    if (this.store.getState().isPaused) return;
    this.store.setState({
      items: [...this.#items],
      dropped: this.#dropped,
      cache: [...this.#cache.values()],
      resumeFrom: this.#resumeFrom,
    });
  }
}
