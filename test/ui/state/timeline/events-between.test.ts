import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followingBounds } from '../../../../src/ui/state/timeline/events-between.ts';
import type { TimelineEvent } from '../../../../src/ui/state/timeline/timeline-event.ts';

const eventAt = (time: number): TimelineEvent => ({ time }) as unknown as TimelineEvent;

describe('the events of a time range', () => {
  it('equal those of a full scan, however the range moves', () => {
    const times = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 });
    const moves = fc.array(fc.record({ from: fc.integer({ min: -5, max: 45 }), span: fc.nat(30) }), { minLength: 1 });
    fc.assert(
      fc.property(times, moves, fc.boolean(), (given, ranges, isReplaced) => {
        const follow = followingBounds();
        let events = given.map(eventAt);
        for (const { from, span } of ranges) {
          const to = from + span;
          expect(follow(events, { from, to })).toEqual(events.filter(({ time }) => time >= from && time <= to));
          if (isReplaced) events = events.slice(1);
        }
      }),
    );
  });

  it('are scanned only when the range passes an event or the events change', () => {
    let looks = 0;
    const events = Array.from({ length: 5000 }, (_, index) =>
      Object.defineProperty({}, 'time', {
        get: () => {
          looks += 1;
          return index * 10;
        },
      }),
    ) as TimelineEvent[];
    const follow = followingBounds();
    const selected = follow(events, { from: 1, to: 60_000 });
    looks = 0;
    for (let tick = 2; tick <= 10; tick++) expect(follow(events, { from: tick, to: 60_000 + tick })).toBe(selected);
    expect(looks).toBe(0);
    expect(follow(events, { from: 11, to: 60_011 })).toHaveLength(selected.length - 1);
    expect(looks).toBe(5000);
  });
});
