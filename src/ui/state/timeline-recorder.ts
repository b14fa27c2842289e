import type { Clock, Random } from '../../api/environment.ts';
import type { ApiObject, GroupVersionResource } from '../../api/object.ts';
import { objectKey } from '../../client/informer.ts';
import { Reflector, type ReflectorSource } from '../../client/reflector.ts';
import type { RecordedEvent, TimelineEventType } from './timeline-store.ts';

export type RecordedResource = GroupVersionResource & { readonly kind: string };

export interface RecorderOptions {
  readonly resource: RecordedResource;
  readonly source: ReflectorSource<ApiObject>;
  readonly clock: Clock;
  readonly random: Random;
  readonly record: (event: RecordedEvent) => void;
  /** Called with why the watch fails, with undefined when it works again. */
  readonly onError: (error: unknown) => void;
}

/**
 * Follows a kind and says what happens to its objects: what is there at first is no event, and what happened while
 * nobody looked (a lost stream, another view) is told as the difference that it made, each object once.
 */
export class TimelineRecorder {
  readonly #options: RecorderOptions;
  readonly #objects = new Map<string, ApiObject>();
  #isKnown = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Follows until the returned function is called; can be called again later. */
  start(): () => void {
    const { clock, random } = this.#options;
    const abort = new AbortController();
    const reflector = new Reflector<ApiObject>({
      source: this.#observed(),
      clock,
      random,
      sink: {
        replace: (items) => this.#replace(items),
        change: (type, object) => this.#change(type, object),
        state: (state) => {
          if (state.phase === 'waiting') this.#options.onError(state.error);
          else if (state.phase === 'watching') this.#options.onError(undefined);
        },
      },
    });
    void reflector.run(abort.signal);
    return () => abort.abort();
  }

  /** The source with its bookmarks recorded: a reflector passes on none. */
  #observed(): ReflectorSource<ApiObject> {
    const { source } = this.#options;
    const tell = (object: ApiObject) => this.#tell('BOOKMARK', object, undefined);
    return {
      list: (signal) => source.list(signal),
      resourceVersionOf: (object) => source.resourceVersionOf(object),
      async *watch(resourceVersion, signal) {
        for await (const event of source.watch(resourceVersion, signal)) {
          if (event.type === 'BOOKMARK') tell(event.object);
          yield event;
        }
      },
    };
  }

  #replace(items: readonly ApiObject[]): void {
    if (this.#isKnown) {
      const present = new Set(items.map(objectKey));
      for (const [key, object] of [...this.#objects]) if (!present.has(key)) this.#change('DELETED', object);
      for (const item of items) this.#change(this.#objects.has(objectKey(item)) ? 'MODIFIED' : 'ADDED', item);
    } else for (const item of items) this.#objects.set(objectKey(item), item);
    this.#isKnown = true;
  }

  #change(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: ApiObject): void {
    const key = objectKey(object);
    const previous = this.#objects.get(key);
    if (type === 'DELETED') this.#objects.delete(key);
    else this.#objects.set(key, object);
    if (previous && previous.metadata.uid !== object.metadata.uid && type !== 'DELETED') {
      // Deleted and created again while nobody looked.
      this.#tell('DELETED', previous, previous);
      this.#tell('ADDED', object, undefined);
    } else if (type === 'DELETED' || previous?.metadata.resourceVersion !== object.metadata.resourceVersion) {
      this.#tell(type, object, previous);
    }
  }

  #tell(type: TimelineEventType, object: ApiObject, previous: ApiObject | undefined): void {
    const { resource, clock, record } = this.#options;
    record({ type, resource, object, previous, time: clock.now() });
  }
}
