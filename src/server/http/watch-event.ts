import { goJson } from '../../api/encoding/go-json.ts';
import { JSON_MEDIA_TYPE } from '../../api/kubernetes-names.ts';
import { deepFreeze } from '../../api/memory/deep-freeze.ts';
import { type ApiObject, apiVersionOf } from '../../api/object.ts';
import type { Status } from '../../api/status.ts';
import { canonical } from '../../schema/canonical.ts';
import type { Change } from '../../storage/storage.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { Call } from '../context/call.ts';
import type { ServedChange } from '../objects/served-changes.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import {
  type EncodedEvent,
  type EventFraming,
  eventFraming,
  handedOver,
  type WatchEventType,
} from './event-framing.ts';
import type { Representation } from './negotiation.ts';
import { isAsStored, metaVersion, rowOf, servedJson, tableOptions } from './representation.ts';
import { partialJson, partialObject, type RowObject, tableJson } from './table-json.ts';

/** Number of changes whose events are cached: those that reach their watchers at about the same time. */
const MOST_CHANGES = 64;

/** Encoded events by representation: all watchers of a representation share the bytes. */
type Forms = Map<string, EncodedEvent>;

/**
 * The events of each server's newest changes. Older ones are dropped, because changes stay in the history for minutes
 * and their events would fill the memory.
 */
const written = new WeakMap<object, Map<Change, Forms>>();

function formsOf(server: object, change: Change): Forms {
  const kept = written.get(server) ?? new Map<Change, Forms>();
  written.set(server, kept);
  const known = kept.get(change);
  if (known) return known;
  const forms: Forms = new Map();
  kept.set(change, forms);
  const [oldest] = kept.size > MOST_CHANGES ? kept.keys() : [];
  if (oldest) kept.delete(oldest);
  return forms;
}

/** Encodes the events of one watch in its negotiated form. */
export class EventWriter {
  readonly #call: Call & { resource: ServedResource };
  readonly #transform: Representation['transform'];
  readonly #framing: EventFraming;
  /** Whether the client takes objects instead of bytes. */
  readonly handsOver: boolean;
  /** Watches with equal forms share their bytes. */
  readonly #form: string;
  /** Only the first event has the columns of a Table. */
  #isFirst = true;

  constructor(call: Call & { resource: ServedResource }, { mediaType, transform }: Representation) {
    this.#call = call;
    this.#transform = transform;
    this.handsOver = call.request.takesObjects === true && mediaType === JSON_MEDIA_TYPE;
    this.#framing = this.handsOver ? handedOver : eventFraming(mediaType, call.server.dialect);
    const { group, version } = call.resource;
    const form = transform ? `${transform.kind} ${transform.version}` : '';
    this.#form = `${this.handsOver} ${this.#framing.contentType} ${group}/${version} ${form} ${call.url.searchParams.get('includeObject') ?? ''}`;
    if (transform?.kind === 'Table') tableOptions(call, transform.version); // fails early on a bad includeObject
  }

  get contentType(): string {
    return this.#framing.contentType;
  }

  /** Returns the event that reports why the watch ends. */
  error(status: Status): EncodedEvent {
    return this.#framing.event('ERROR', goJson(status));
  }

  /** Returns the event for an object that exists when the watch starts. */
  existing(stored: StoredObject): EncodedEvent {
    return this.#encoded('ADDED', stored);
  }

  /** Returns the event that a watcher with this selection gets for a change; undefined when it gets none. */
  changed(
    { change, current, previous }: ServedChange,
    matches: (stored: StoredObject) => boolean,
  ): EncodedEvent | undefined {
    const wasIn = previous !== undefined && matches(previous);
    if (current && matches(current)) return this.#currentState(change, wasIn ? 'MODIFIED' : 'ADDED', current);
    // An object that leaves the selection is shown in its last selected state, at the revision of the change.
    if (previous && wasIn) return this.#shared(change, 'DELETED', () => previous.at(change.revision));
    return undefined;
  }

  /** Returns a bookmark: an empty object of the kind with the revision that the stream has reached. */
  bookmark(revision: number, annotations?: Record<string, string>): EncodedEvent {
    const { resource } = this.#call;
    const resourceVersion = String(revision);
    const empty = {
      kind: resource.kind,
      apiVersion: apiVersionOf(resource.group, resource.version),
      metadata: {
        resourceVersion,
        ...(resource.isCustom ? {} : { creationTimestamp: null }),
        ...(annotations ? { annotations } : {}),
      },
    };
    const object = (resource.isCustom ? empty : canonical(empty, resource.schema)) as ApiObject;
    return this.#framing.event('BOOKMARK', this.#json({ stored: object, json: () => goJson(object) }, resourceVersion));
  }

  /**
   * Does not cache the event of an object that is passed on as stored, because creating it costs less than caching it.
   */
  #currentState(change: Change, type: WatchEventType, stored: StoredObject): EncodedEvent {
    const { parsed } = this.#framing;
    if (parsed && !this.#transform && isAsStored(this.#call.resource, stored)) return parsed(type, stored);
    return this.#shared(change, type, () => stored);
  }

  #shared(change: Change, type: WatchEventType, objectOf: () => StoredObject): EncodedEvent {
    const key = `${type} ${this.#form} ${this.#isFirst && this.#transform?.kind === 'Table'}`;
    const forms = formsOf(this.#call.server, change);
    let bytes = forms.get(key);
    if (!bytes) {
      const stored = objectOf();
      bytes = this.#encoded(type, stored);
      forms.set(key, bytes);
    }
    this.#isFirst = false;
    return bytes;
  }

  #encoded(type: WatchEventType, stored: StoredObject): EncodedEvent {
    if (!this.#transform) return this.#whole(type, stored);
    const { kind, version } = this.#transform;
    if (kind === 'PartialObjectMetadata' && this.#framing.parsed) {
      const object = deepFreeze(partialObject(stored.object, metaVersion(this.#call, version)));
      return this.#framing.parsed(type, { object, length: stored.length });
    }
    return this.#framing.event(type, this.#json(rowOf(this.#call.resource, stored), String(stored.revision)));
  }

  #whole(type: WatchEventType, stored: StoredObject): EncodedEvent {
    const { resource } = this.#call;
    return this.#framing.parsed && isAsStored(resource, stored)
      ? this.#framing.parsed(type, stored)
      : this.#framing.event(type, servedJson(resource, stored));
  }

  #json(row: RowObject, resourceVersion: string): string {
    if (!this.#transform) return row.json();
    const { kind, version } = this.#transform;
    if (kind === 'PartialObjectMetadata') return partialJson(row.stored, metaVersion(this.#call, version));
    if (kind === 'PartialObjectMetadataList') throw new Error('an object cannot be sent as a list');
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return tableJson([row], { resourceVersion }, tableOptions(this.#call, version), isFirst);
  }
}
