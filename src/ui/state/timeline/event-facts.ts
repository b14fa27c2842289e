import { momentText } from './time-scale.ts';
import { laneKeyOf, type TimelineEvent } from './timeline-event.ts';

/** What a person or program did, as a participle. */
export const EVENT_WORDS = { ADDED: 'Created', MODIFIED: 'Changed', DELETED: 'Deleted', BOOKMARK: 'Bookmark' } as const;

/** The author of a change in short: the user of its request, else the field manager of its fields. */
export const authorOf = ({ request, manager }: Pick<TimelineEvent, 'request' | 'manager'>): string | undefined =>
  request?.user ?? manager;

/** The time of an event, as exact as it is known. */
export function eventTimeText({ time, timeSource }: TimelineEvent, now: number): string {
  const text = momentText(time, now, timeSource === 'request' || timeSource === 'arrival');
  return timeSource === 'estimate' ? `≈ ${text}` : text;
}

/** How the time of an event is known, in a sentence. */
export const TIME_SOURCES: Readonly<Record<TimelineEvent['timeSource'], string>> = {
  request: 'Time of the response',
  arrival: 'Time the event arrived',
  object: 'From the object’s own timestamps, to the second',
  estimate: 'Not recorded: estimated from neighboring events',
};

/**
 * The change that requested a deletion: while finalizers hold an object, one request marks it and another one, often of
 * a controller, removes it. Undefined when the deletion itself is the request, or the mark is not known.
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
