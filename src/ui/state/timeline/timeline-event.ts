import type { ApiObject, GroupVersionResource } from '../../../api/object.ts';
import type { RequestedChange } from './requested-changes.ts';

export type TimelineEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
export const TIMELINE_EVENT_TYPES: readonly TimelineEventType[] = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'];

/** Types that are shown unless an address names others: bookmarks change nothing. */
export const DEFAULT_TYPES: readonly TimelineEventType[] = ['ADDED', 'MODIFIED', 'DELETED'];

export type RecordedResource = GroupVersionResource & { readonly kind: string };

/**
 * How the time of an event is known: from the trace of its request, from its arrival while the watch was live, from
 * timestamps inside the object (to the second), or only from the events before and after it.
 */
export type TimeSource = 'request' | 'arrival' | 'object' | 'estimate';

/** A change of an object, or a bookmark. */
export interface TimelineEvent {
  /** Rises by one per event. */
  readonly id: number;
  /** Milliseconds since 1970; how exact it is depends on `timeSource`. */
  readonly time: number;
  readonly timeSource: TimeSource;
  /** The revision of the change, by which events are ordered; of a deletion seen in a relist, that of the list. */
  readonly revision: number;
  readonly type: TimelineEventType;
  readonly resource: RecordedResource;
  /** Only its kind and version for a bookmark; only its name for an event whose state is no longer retained. */
  readonly object: ApiObject;
  /** The state of the object before; undefined when it is not known. */
  readonly previous: ApiObject | undefined;
  /** The field manager of the write, from managed fields. */
  readonly manager: string | undefined;
  /** The request that made the change; undefined when its trace is not known. */
  readonly request?: RequestedChange | undefined;
  /** The change is known from its trace only: the server no longer retains the state. */
  readonly isStateless?: boolean;
}

/** What the recorder says of an event. */
export type RecordedEvent = Pick<TimelineEvent, 'type' | 'resource' | 'object' | 'previous' | 'time'> & {
  readonly revision?: number;
  /** The event arrived some time after the change, so that `time` says nothing about it. */
  readonly isLate?: boolean;
  readonly isStateless?: boolean;
};

/** Identifies an object by kind, namespace and name; a bookmark by its kind. */
export const laneKeyOf = ({ resource, object: { metadata } }: Pick<TimelineEvent, 'resource' | 'object'>): string =>
  laneKey(resource, metadata);

export const laneKey = (
  { group, resource }: Pick<GroupVersionResource, 'group' | 'resource'>,
  { namespace, name }: { readonly namespace?: string | undefined; readonly name?: string | undefined },
): string => `${group}/${resource} ${namespace ?? ''}/${name ?? ''}`;
