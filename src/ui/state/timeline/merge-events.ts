import type { ManagedFieldsEntry } from '../../../api/kinds/meta-v1.generated.ts';
import { isEqualJson } from '../../../api/memory/equal-json.ts';
import type { ApiObject } from '../../../api/object.ts';
import { laneKeyOf, type TimelineEvent } from './timeline-event.ts';

/**
 * Merges events by revision. Duplicates are dropped; an event without a state is replaced by the same change with its
 * state.
 */
export function mergeEvents(events: readonly TimelineEvent[], added: readonly TimelineEvent[]): TimelineEvent[] {
  // Equal changes have equal revisions: events before the added ones stay as they are.
  const first = added.reduce((lowest, { revision }) => Math.min(lowest, revision), Number.POSITIVE_INFINITY);
  const kept = events.findLastIndex(({ revision }) => revision < first) + 1;
  const revisions = new Set(added.map(({ revision }) => revision));
  const keyOf = (event: TimelineEvent) => (revisions.has(event.revision) ? changeKey(event) : event);
  const known = new Map<string | TimelineEvent, TimelineEvent>();
  for (const event of events.slice(kept)) known.set(keyOf(event), event);
  for (const event of added) {
    const key = changeKey(event);
    const same = known.get(key);
    if (same && (!same.isStateless || event.isStateless)) continue;
    known.set(key, same ? { ...event, id: same.id } : event);
  }
  return [...events.slice(0, kept), ...[...known.values()].toSorted((one, other) => one.revision - other.revision)];
}

/** Returns a key that is equal for equal changes, even when two objects had the same name. */
function changeKey(event: TimelineEvent): string {
  const { resourceVersion } = event.object.metadata;
  return resourceVersion === undefined ? `#${event.id}` : `${event.type} ${laneKeyOf(event)} ${resourceVersion}`;
}

/** Precision of timestamps in objects, in milliseconds. */
const OBJECT_PRECISION = 1000;

/**
 * Returns the events with their best known time: of the request, the live arrival or the object, otherwise an estimate
 * between neighbors. `events` are ordered by revision.
 */
export function withTimes(events: readonly TimelineEvent[], now: number): readonly TimelineEvent[] {
  let last: number | undefined;
  const timed = events.map((event) => {
    const known = knownTime(event);
    if (!known) return event;
    // A truncated timestamp can be earlier than that of the previous event.
    const isCut = known.timeSource === 'object' && last !== undefined && last - known.time < OBJECT_PRECISION;
    const time = isCut ? Math.max(known.time, last ?? 0) : known.time;
    last = Math.max(last ?? time, time);
    return sameOr(event, { time, timeSource: known.timeSource });
  });
  return estimated(timed, now);
}

/** Gives events without a time the time of the previous event, or of the first timed one. */
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
  const stamped = stampOf(event);
  return stamped === undefined ? undefined : { time: stamped, timeSource: 'object' };
}

/** Caches the times from objects, because each update of the timeline needs those of all events. */
const stamps = new WeakMap<TimelineEvent, { readonly time: number | undefined }>();

function stampOf(event: TimelineEvent): number | undefined {
  const known = stamps.get(event);
  if (known) return known.time;
  const time = objectTime(event);
  stamps.set(event, { time });
  return time;
}

/** Returns the time of a change according to the object; undefined when it has none. */
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

/** Returns the managed fields entries that a write changed, oldest first. */
function changedEntries(object: ApiObject, previous: ApiObject | undefined): ManagedFieldsEntry[] {
  const former = previous?.metadata.managedFields ?? [];
  const entries = object.metadata.managedFields ?? [];
  return entries.filter((entry) => !former.some((one) => isEqualJson(one, entry))).toSorted(byTime);
}

/** Field managers by state, computed on demand because few events are viewed. */
const managers = new WeakMap<ApiObject, { readonly manager: string | undefined }>();

/** Returns the field manager of the write that an event reports, from managed fields; undefined when it is unknown. */
export function managerOf({ type, object, previous }: TimelineEvent): string | undefined {
  if (type !== 'ADDED' && type !== 'MODIFIED') return undefined;
  const known = managers.get(object) ?? { manager: writerOf(object, previous) };
  managers.set(object, known);
  return known.manager;
}

/**
 * Returns the field manager of a write: that of the latest changed entry. Two writes of a manager within a second leave
 * its entry unchanged: then that of the latest entry.
 */
export function writerOf(object: ApiObject, previous: ApiObject | undefined): string | undefined {
  const changed = changedEntries(object, previous);
  const entries = changed.length > 0 ? changed : (object.metadata.managedFields ?? []).toSorted(byTime);
  return entries.at(-1)?.manager;
}

const byTime = (one: ManagedFieldsEntry, other: ManagedFieldsEntry): number =>
  (one.time ?? '') < (other.time ?? '') ? -1 : (one.time ?? '') > (other.time ?? '') ? 1 : 0;
