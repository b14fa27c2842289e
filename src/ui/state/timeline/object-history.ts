import { laneKey, laneKeyOf, type RecordedResource, type TimelineEvent } from './timeline-event.ts';

export interface ObjectName {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** Returns the changes of one object and of earlier objects with its name, newest first. */
export function historyOf(
  events: readonly TimelineEvent[],
  resource: Pick<RecordedResource, 'group' | 'resource'>,
  name: ObjectName,
): TimelineEvent[] {
  const lane = laneKey(resource, name);
  return events.filter((event) => event.type !== 'BOOKMARK' && laneKeyOf(event) === lane).toReversed();
}
