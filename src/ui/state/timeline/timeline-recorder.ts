import type { Clock, Random } from '../../../api/environment.ts';
import type { ApiObject } from '../../../api/object.ts';
import { isFinalError } from '../../../client/api-error.ts';
import { objectKey } from '../../../client/object-key.ts';
import { Reflector, type ReflectorSource } from '../../../client/reflector.ts';
import type { RecordedEvent, RecordedResource, TimelineEventType } from './timeline-event.ts';

export type { RecordedResource } from './timeline-event.ts';

/** Source of a recorder. */
export interface RecordedSource extends ReflectorSource<ApiObject> {
  /** `isIncomplete`: there are too many objects, and `items` is partial. */
  list(signal: AbortSignal): Promise<{
    readonly items: readonly ApiObject[];
    readonly resourceVersion: string;
    readonly isIncomplete?: boolean;
  }>;
  /** Returns the newest revision; changes up to it that a new watch replays are late. */
  currentRevision?(signal: AbortSignal): Promise<number>;
}

export interface RecorderOptions {
  readonly resource: RecordedResource;
  readonly source: RecordedSource;
  readonly clock: Clock;
  readonly random: Random;
  readonly record: (event: RecordedEvent) => void;
  /** Returns the cluster's time in milliseconds; undefined while the page does not know it. */
  readonly arrivalTime: () => number | undefined;
  /** Called with the error when the watch fails, and with undefined when it recovers. */
  readonly onError: (error: unknown) => void;
  /** Called once with the revision after which all changes are recorded. */
  readonly onStart?: (revision: number) => void;
}

/**
 * Watches a kind and records changes of its objects, not their initial state. Changes during a gap (a lost stream whose
 * history is no longer retained) are recorded as one difference per object.
 */
export class TimelineRecorder {
  readonly #options: RecorderOptions;
  readonly #objects = new Map<string, ApiObject>();
  #isKnown = false;
  #isIncomplete = false;
  /** Changes up to this revision arrive late. */
  #lateUntil = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Watches until the returned function is called; can be called again later. */
  start(): () => void {
    const { clock, random } = this.#options;
    const abort = new AbortController();
    const reflector = new Reflector<ApiObject>({
      source: this.#observed(),
      clock,
      random,
      isFinal: isFinalError,
      sink: {
        replace: (items, resourceVersion) => this.#replace(items, Number(resourceVersion)),
        change: (type, object) => this.#change(type, object),
        state: (state) => {
          if (state.phase === 'waiting' || state.phase === 'failed') this.#options.onError(state.error);
          else if (state.phase === 'watching') this.#options.onError(undefined);
        },
      },
    });
    void reflector.run(abort.signal);
    return () => abort.abort();
  }

  /** Wraps the source to record bookmarks, which a reflector does not report. */
  #observed(): ReflectorSource<ApiObject> {
    const { source } = this.#options;
    const tell = (object: ApiObject) => this.#tell('BOOKMARK', object, undefined);
    const learnRevision = async (signal: AbortSignal) => {
      this.#lateUntil = (await source.currentRevision?.(signal)) ?? 0;
    };
    return {
      list: async (signal) => {
        const listed = await source.list(signal);
        this.#isIncomplete = listed.isIncomplete ?? false;
        return listed;
      },
      resourceVersionOf: (object) => source.resourceVersionOf(object),
      async *watch(resourceVersion, signal) {
        await learnRevision(signal);
        for await (const event of source.watch(resourceVersion, signal)) {
          if (event.type === 'BOOKMARK') tell(event.object);
          yield event;
        }
      },
    };
  }

  #replace(items: readonly ApiObject[], revision: number): void {
    if (!this.#isKnown) {
      if (!this.#isIncomplete) for (const item of items) this.#objects.set(objectKey(item), item);
      this.#options.onStart?.(revision);
    } else if (!this.#isIncomplete) this.#recordGap(items, revision);
    this.#isKnown = true;
  }

  #recordGap(items: readonly ApiObject[], revision: number): void {
    this.#lateUntil = Number.POSITIVE_INFINITY;
    const present = new Set(items.map(objectKey));
    for (const [key, object] of [...this.#objects]) if (!present.has(key)) this.#change('DELETED', object, revision);
    for (const item of items) {
      this.#change(this.#objects.has(objectKey(item)) ? 'MODIFIED' : 'ADDED', item, revision);
    }
  }

  /** `listed`: revision of the list that shows the change, when no watch event does. */
  #change(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: ApiObject, listed?: number): void {
    const key = objectKey(object);
    const previous = this.#objects.get(key);
    if (type === 'DELETED') this.#objects.delete(key);
    else this.#objects.set(key, object);
    if (previous && previous.metadata.uid !== object.metadata.uid && type !== 'DELETED') {
      // Recreated during a gap.
      this.#tell('DELETED', previous, previous, Number(object.metadata.resourceVersion));
      this.#tell('ADDED', object, undefined);
    } else if (type === 'DELETED') this.#tell(type, object, previous, listed);
    else if (previous?.metadata.resourceVersion !== object.metadata.resourceVersion) this.#tell(type, object, previous);
  }

  #tell(type: TimelineEventType, object: ApiObject, previous: ApiObject | undefined, listed?: number): void {
    const { resource, arrivalTime, record } = this.#options;
    const time = arrivalTime();
    const isLate = time === undefined || Number(object.metadata.resourceVersion) <= this.#lateUntil;
    record({
      ...{ type, resource, object, previous, time: time ?? 0 },
      ...(isLate ? { isLate } : {}),
      ...(listed ? { revision: listed } : {}),
    });
  }
}
