import { managerOf } from './merge-events.ts';
import { momentText } from './time-scale.ts';
import { laneKeyOf, type TimelineEvent } from './timeline-event.ts';

/** Participles for event types. */
export const EVENT_WORDS = { ADDED: 'Created', MODIFIED: 'Changed', DELETED: 'Deleted', BOOKMARK: 'Bookmark' } as const;

/** Returns the author of a change: the user of its request, otherwise its field manager. */
export const authorOf = (event: TimelineEvent): string | undefined => event.request?.user ?? managerOf(event);

/** Formats the time of an event with its known precision. */
export function eventTimeText({ time, timeSource }: TimelineEvent, now: number): string {
  const text = momentText(time, now, timeSource === 'request' || timeSource === 'arrival');
  return timeSource === 'estimate' ? `≈ ${text}` : text;
}

/** Describes the source of an event's time. */
export const TIME_SOURCES: Readonly<Record<TimelineEvent['timeSource'], string>> = {
  request: 'Time of the response',
  arrival: 'Time the event arrived',
  object: 'From the object’s own timestamps, to the second',
  estimate: 'Not recorded: estimated from neighboring events',
};

/**
 * Returns the change that requested a deletion: while finalizers hold an object, one request marks it and another,
 * often of a controller, removes it. Undefined when the deletion itself is the request, or the mark is unknown.
 */
export function deletionRequest(event: TimelineEvent, events: readonly TimelineEvent[]): TimelineEvent | undefined {
  if (event.type !== 'DELETED' || !event.object.metadata.deletionTimestamp) return undefined;
  const mark = events.find(
    (other) =>
      other.type === 'MODIFIED' &&
      other.object.metadata.uid === event.object.metadata.uid &&
      laneKeyOf(other) === laneKeyOf(event) &&
      other.object.metadata.deletionTimestamp !== undefined &&
      other.previous?.metadata.deletionTimestamp === undefined,
  );
  return mark?.request && mark.request.trace !== event.request?.trace ? mark : undefined;
}
