import { type ApiObject, apiVersionOf, type GroupVersionResource } from '../../../api/object.ts';
import type { RequestedChange } from './requested-changes.ts';

export type TimelineEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
export const TIMELINE_EVENT_TYPES: readonly TimelineEventType[] = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'];

/** Types shown by default: bookmarks change nothing. */
export const DEFAULT_TYPES: readonly TimelineEventType[] = ['ADDED', 'MODIFIED', 'DELETED'];

export type RecordedResource = GroupVersionResource & { readonly kind: string };

/**
 * The source of an event's time: the trace of its request, the live arrival, timestamps inside the object (to the
 * second), or an estimate from neighboring events.
 */
export type TimeSource = 'request' | 'arrival' | 'object' | 'estimate';

/** A change of an object, or a bookmark. */
export interface TimelineEvent {
  /** Sequence number. */
  readonly id: number;
  /** Milliseconds since 1970; the precision depends on `timeSource`. */
  readonly time: number;
  readonly timeSource: TimeSource;
  /** Revision of the change, which orders events; for a deletion seen in a relist, the revision of the list. */
  readonly revision: number;
  readonly type: TimelineEventType;
  readonly resource: RecordedResource;
  /** For a bookmark only kind and version; for an event without retained state only the name. */
  readonly object: ApiObject;
  /** The previous state; undefined when it is unknown. */
  readonly previous: ApiObject | undefined;
  /** The request that made the change; undefined without a trace. */
  readonly request?: RequestedChange | undefined;
  /** The change is known only from its trace: the server no longer retains the state. */
  readonly isStateless?: boolean;
}

/** Reports whether the state of the object after an event, or before its deletion, is known. */
export const hasState = ({ type, isStateless, object }: TimelineEvent): boolean =>
  type !== 'BOOKMARK' && isStateless !== true && object.metadata.uid !== undefined;

/** Returns the object of an event with its apiVersion and kind, which items of lists lack. */
export const typedObject = ({ object, resource: { group, version, kind } }: TimelineEvent): ApiObject => ({
  ...object,
  apiVersion: apiVersionOf(group, version),
  kind,
});

/** An event as the recorder reports it. */
export type RecordedEvent = Pick<TimelineEvent, 'type' | 'resource' | 'object' | 'previous' | 'time'> & {
  readonly revision?: number;
  /** The event arrived late: `time` is not the time of the change. */
  readonly isLate?: boolean;
  readonly isStateless?: boolean;
};

/** Returns the revision of a reported event; 0 when it is unknown. */
export const revisionOf = ({ revision, object }: RecordedEvent): number =>
  revision ?? (Number(object.metadata.resourceVersion) || 0);

/** Caches lane keys by state, because each update of the timeline needs those of all events. */
const laneKeys = new WeakMap<ApiObject, string>();

/** Identifies an object by kind, namespace and name; a bookmark by its kind. */
export function laneKeyOf({ resource, object }: Pick<TimelineEvent, 'resource' | 'object'>): string {
  const known = laneKeys.get(object);
  if (known !== undefined) return known;
  const key = laneKey(resource, object.metadata);
  laneKeys.set(object, key);
  return key;
}

export const laneKey = (
  { group, resource }: Pick<GroupVersionResource, 'group' | 'resource'>,
  { namespace, name }: { readonly namespace?: string | undefined; readonly name?: string | undefined },
): string => `${group}/${resource} ${namespace ?? ''}/${name ?? ''}`;
