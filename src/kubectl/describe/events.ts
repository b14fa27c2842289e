import type { AnyObject } from '../command.ts';
import { type Description, since } from './description.ts';
import { member, number, string } from './fields.ts';

/** Writes events in the order of their last occurrence; nothing when they are not shown. @param now milliseconds since 1970 */
export function describeEvents(description: Description, events: readonly AnyObject[] | undefined, now: number): void {
  if (!events) return;
  if (events.length === 0) {
    description.line(0, 'Events:\t<none>');
    return;
  }
  description.line(0, 'Events:');
  description.line(1, 'Type\tReason\tAge\tFrom\tMessage');
  description.line(1, '----\t------\t----\t----\t-------');
  for (const event of inOrder(events)) {
    const source = string(event, 'source', 'component') || string(event, 'reportingComponent');
    const host = string(event, 'source', 'host');
    const from = host && string(event, 'source', 'component') ? `${source}, ${host}`.replace(/, .*/, '') : source;
    description.line(
      1,
      `${string(event, 'type')}\t${string(event, 'reason')}\t${ageOf(event, now)}\t${from}\t${string(event, 'message').trim()}`,
    );
  }
}

const lastTime = (event: AnyObject): string => string(event, 'lastTimestamp') || string(event, 'eventTime');

const inOrder = (events: readonly AnyObject[]): AnyObject[] =>
  [...events].sort((a, b) => {
    const [left, right] = [string(a, 'lastTimestamp'), string(b, 'lastTimestamp')];
    return left < right ? -1 : left > right ? 1 : 0;
  });

/** Returns when an event happened, and how often: `5m (x3 over 10m)`. */
export function ageOf(event: AnyObject, now: number): string {
  if (member(event, 'series')) {
    const last = since(string(event, 'series', 'lastObservedTime'), now);
    return `${last} (x${number(event, 'series', 'count')} over ${since(string(event, 'eventTime'), now)})`;
  }
  const first = string(event, 'firstTimestamp') || string(event, 'eventTime');
  const count = number(event, 'count');
  return count > 1 ? `${since(lastTime(event), now)} (x${count} over ${since(first, now)})` : since(first, now);
}
