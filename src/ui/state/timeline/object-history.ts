import { laneKey, laneKeyOf, type RecordedResource, type TimelineEvent } from './timeline-event.ts';

export interface ObjectName {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** The changes of one object, the newest first; also those of former objects of its name. */
export function historyOf(
  events: readonly TimelineEvent[],
  resource: Pick<RecordedResource, 'group' | 'resource'>,
  name: ObjectName,
): TimelineEvent[] {
  const lane = laneKey(resource, name);
  return events.filter((event) => event.type !== 'BOOKMARK' && laneKeyOf(event) === lane).toReversed();
}
