import { describe, expect, it } from 'vitest';
import { followingFilter } from '../../../../src/ui/state/timeline/event-filter.ts';
import { followingLanes } from '../../../../src/ui/state/timeline/lanes.ts';
import { positionOf, steppedScale } from '../../../../src/ui/state/timeline/time-scale.ts';
import type { TimelineEvent } from '../../../../src/ui/state/timeline/timeline-event.ts';

const RESOURCE = { group: '', version: 'v1', resource: 'pods', kind: 'Pod' };

const event = (id: number, name = `pod-${id % 7}`, type: TimelineEvent['type'] = 'MODIFIED'): TimelineEvent => ({
  ...{ id, type, resource: RESOURCE, revision: id, time: id, timeSource: 'arrival', previous: undefined },
  object: { apiVersion: 'v1', kind: 'Pod', metadata: { name, resourceVersion: String(id) } },
});

const events = (first: number, count: number) => Array.from({ length: count }, (_, index) => event(first + index));

/** Successive arrays of events in a timeline. */
function histories(): TimelineEvent[][] {
  const start = events(1, 30);
  const grown = [...start, ...events(31, 10)];
  const full = grown.slice(5);
  const requested = full.map((one, index) => (index === 28 ? { ...one, time: 0 } : one));
  const merged = requested.toSpliced(20, 3, event(90, 'pod-new'));
  const earlier = [...events(-3, 4), ...merged];
  return [[], start, start, grown, full, requested, merged, earlier, earlier.slice(-1), events(200, 3), [], start];
}

describe('incremental lanes and filters', () => {
  it('have the same results as a full scan', () => {
    const isEven = ({ id }: TimelineEvent) => id % 2 === 0;
    const [lanes, filter] = [followingLanes(), followingFilter(isEven)];
    for (const history of histories()) {
      expect(lanes(history)).toEqual(followingLanes()(history));
      expect(filter(history)).toEqual(history.filter(isEven));
    }
  });

  it('examine only changed events', () => {
    const seen: number[] = [];
    const filter = followingFilter(({ id }) => seen.push(id) > 0);
    const before = events(1, 1000);
    filter(before);
    seen.length = 0;
    filter([...before.slice(1), event(1001)]);
    expect(seen.toSorted((one, other) => one - other)).toEqual([1, 1001]);
  });

  it('keep unchanged results, so that they are not rendered again', () => {
    const [lanes, filter] = [followingLanes(), followingFilter(({ type }) => type !== 'BOOKMARK')];
    const start = [event(1, 'one'), event(2, 'two')];
    const [two, one] = lanes(start);
    const passed = filter(start);
    const [changed, kept] = lanes([...start, event(3, 'one')]);
    expect(kept).toBe(two);
    expect(changed?.events[0]).toBe(one?.events[0]);
    expect(filter([...start, event(3, 'kubernetes', 'BOOKMARK')])).toBe(passed);
  });

  it('put the last changed lane first', () => {
    const lanes = followingLanes();
    const names = (history: TimelineEvent[]) => lanes(history).map(({ name }) => name);
    const start = [event(1, 'one'), event(2, 'two'), event(3, 'three')];
    expect(names(start)).toEqual(['three', 'two', 'one']);
    expect(names([...start, event(4, 'one')])).toEqual(['one', 'three', 'two']);
    expect(names([event(2, 'two')])).toEqual(['two']);
  });
});

describe('the scale of a live time range', () => {
  const NOW = 1_700_000_000_000;
  const scaleAt = (now: number) => steppedScale({ from: now - 877_500, to: now + 22_500, width: 700 });

  it('stays the same until it moves by a pixel', () => {
    const scales = new Set(Array.from({ length: 40 }, (_, tick) => scaleAt(NOW + tick * 250).from));
    expect(scales.size).toBeLessThanOrEqual(9);
  });

  it('is at most a pixel off', () => {
    for (let tick = 0; tick < 40; tick++) {
      const from = NOW + tick * 250 - 877_500;
      const left = positionOf(scaleAt(NOW + tick * 250), from);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThan(1.01);
    }
  });
});
