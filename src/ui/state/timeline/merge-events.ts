import type { ManagedFieldsEntry } from '../../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { isSame } from '../objects/object-difference.ts';
import { laneKeyOf, type TimelineEvent } from './timeline-event.ts';

/**
 * Adds events to others, ordered by revision. An event that is already there is not added again; one without a state
 * gives way to the same change with its state.
 */
export function mergeEvents(events: readonly TimelineEvent[], added: readonly TimelineEvent[]): TimelineEvent[] {
  const known = new Map(events.map((event) => [changeKey(event), event]));
  for (const event of added) {
    const key = changeKey(event);
    const same = known.get(key);
    if (same && (!same.isStateless || event.isStateless)) continue;
    known.set(key, same ? { ...event, id: same.id } : event);
  }
  return [...known.values()].toSorted((one, other) => one.revision - other.revision);
}

/** The same for the same change of the same object, also of two objects of one name. */
function changeKey(event: TimelineEvent): string {
  const { resourceVersion } = event.object.metadata;
  return resourceVersion === undefined ? `#${event.id}` : `${event.type} ${laneKeyOf(event)} ${resourceVersion}`;
}

/** Timestamps in objects have no fraction of a second. */
const OBJECT_PRECISION = 1000;

/**
 * The events, in order of their revisions, with the best time that is known for each: the time of the request, of a
 * live arrival, of the object; else one between its neighbors, marked as an estimate.
 */
export function withTimes(events: readonly TimelineEvent[], now: number): readonly TimelineEvent[] {
  let last: number | undefined;
  const timed = events.map((event) => {
    const known = knownTime(event);
    if (!known) return event;
    // A timestamp cut to the second can lie before the event before it, though the change came after.
    const isCut = known.timeSource === 'object' && last !== undefined && last - known.time < OBJECT_PRECISION;
    const time = isCut ? Math.max(known.time, last ?? 0) : known.time;
    last = Math.max(last ?? time, time);
    return sameOr(event, { time, timeSource: known.timeSource });
  });
  return estimated(timed, now);
}

/** An event without a time of its own gets that of the event before it, or after it when it is the first. */
function estimated(events: readonly TimelineEvent[], now: number): TimelineEvent[] {
  const first = events.find(({ timeSource }) => timeSource !== 'estimate')?.time ?? now;
  let last = first;
  return events.map((event) => {
    if (event.timeSource !== 'estimate') {
      last = event.time;
      return event;
    }
    return sameOr(event, { time: last, timeSource: 'estimate' });
  });
}

const sameOr = (event: TimelineEvent, time: Pick<TimelineEvent, 'time' | 'timeSource'>): TimelineEvent =>
  event.time === time.time && event.timeSource === time.timeSource ? event : { ...event, ...time };

function knownTime(event: TimelineEvent): Pick<TimelineEvent, 'time' | 'timeSource'> | undefined {
  const { request, timeSource, time } = event;
  if (request) return { time: request.time, timeSource: 'request' };
  if (timeSource === 'arrival' || timeSource === 'object') return { time, timeSource };
  const stamped = objectTime(event);
  return stamped === undefined ? undefined : { time: stamped, timeSource: 'object' };
}

/** When the object itself says that the change was made; undefined when it does not say. */
function objectTime({ type, object, previous }: TimelineEvent): number | undefined {
  const { creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata;
  if (type === 'ADDED') return milliseconds(creationTimestamp);
  if (type !== 'MODIFIED' || !previous) return undefined;
  const written = milliseconds(changedEntries(object, previous).at(-1)?.time);
  if (written !== undefined) return written;
  const deletion = previous.metadata.deletionTimestamp ? undefined : milliseconds(deletionTimestamp);
  return deletion === undefined ? undefined : deletion - deletionGracePeriodSeconds * 1000;
}

function milliseconds(timestamp: string | null | undefined): number | undefined {
  const time = Date.parse(timestamp ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** The entries of managed fields that a write changed, oldest first. */
function changedEntries(object: ApiObject, previous: ApiObject | undefined): ManagedFieldsEntry[] {
  const former = previous?.metadata.managedFields ?? [];
  const entries = object.metadata.managedFields ?? [];
  return entries.filter((entry) => !former.some((one) => isSame(one, entry))).toSorted(byTime);
}

/**
 * The manager of the write that led from one state to the other: of the entries that changed the latest. Two writes of
 * a manager in one second leave its entry as it was: then it is the latest of all.
 */
export function writerOf(object: ApiObject, previous: ApiObject | undefined): string | undefined {
  const changed = changedEntries(object, previous);
  const entries = changed.length > 0 ? changed : (object.metadata.managedFields ?? []).toSorted(byTime);
  return entries.at(-1)?.manager;
}

const byTime = (one: ManagedFieldsEntry, other: ManagedFieldsEntry): number =>
  (one.time ?? '') < (other.time ?? '') ? -1 : (one.time ?? '') > (other.time ?? '') ? 1 : 0;
