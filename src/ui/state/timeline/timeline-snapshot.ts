import { isRecord } from '../../../api/object.ts';
import type { PlatformPort } from '../../platform-port.ts';
import { laneKeyOf, type TimelineEvent } from './timeline-event.ts';

/** Maximum characters of JSON: session storage holds about five million for the whole page. */
const MOST_TEXT = 2_000_000;

const ITEM = 'tabplane.timeline';

/** `previous` is true when it is the state of the object's previous event. */
type SavedEvent = Omit<TimelineEvent, 'id' | 'previous'> & { readonly previous?: TimelineEvent['previous'] | true };

/** Identity and cluster of the events. */
export type SnapshotOwner = string;

/** Saves the newest events across a reload, including those that the server no longer retains. */
export function saveSnapshot(
  session: PlatformPort['session'],
  owner: SnapshotOwner,
  events: readonly TimelineEvent[],
): void {
  const texts: string[] = [];
  let size = 0;
  for (const saved of savedEvents(events).toReversed()) {
    const text = JSON.stringify(saved);
    size += text.length;
    if (size > MOST_TEXT) break;
    texts.push(text);
  }
  try {
    session.setItem(ITEM, `{"owner":${JSON.stringify(owner)},"events":[${texts.toReversed().join(',')}]}`);
  } catch {
    // Session storage is full: after the reload, only retained events are available.
  }
}

function savedEvents(events: readonly TimelineEvent[]): SavedEvent[] {
  const before = new Map<string, TimelineEvent>();
  return events
    .filter(({ type }) => type !== 'BOOKMARK')
    .map((event) => {
      const { id: _, previous, ...saved } = event;
      const lane = laneKeyOf(event);
      const isPrevious = previous !== undefined && before.get(lane)?.object === previous;
      before.set(lane, event);
      if (previous === undefined) return saved;
      return { ...saved, previous: isPrevious ? true : previous };
    });
}

/** Returns the events saved for an owner. */
export function readSnapshot(session: PlatformPort['session'], owner: SnapshotOwner): TimelineEvent[] {
  const saved = parsed(session.getItem(ITEM));
  if (saved?.owner !== owner) return [];
  const before = new Map<string, SavedEvent>();
  return saved.events.map((event) => {
    const lane = laneKeyOf(event);
    const previous = event.previous === true ? before.get(lane)?.object : event.previous;
    before.set(lane, event);
    return { ...event, id: 0, previous };
  });
}

function parsed(text: string | null): { owner: string; events: readonly SavedEvent[] } | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isRecord(value) && Array.isArray(value.events) ? (value as never) : undefined;
  } catch {
    return undefined; // Truncated text and other versions are ignored.
  }
}
