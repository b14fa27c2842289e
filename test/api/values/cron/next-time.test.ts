import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCronSchedule } from '../../../../src/api/values/cron/cron-schedule.ts';
import { nextTime } from '../../../../src/api/values/cron/next-time.ts';

function starts(schedule: string, after: string, count: number): string[] {
  const parsed = parseCronSchedule(schedule);
  const times: string[] = [];
  let time: number | undefined = Date.parse(after);
  while (times.length < count && time !== undefined) {
    time = nextTime(parsed, time);
    if (time !== undefined) times.push(new Date(time).toISOString().replace('.000', ''));
  }
  return times;
}

describe('the next time of a schedule', () => {
  it('is later than the given time, even when the schedule starts at that time', () => {
    expect(starts('0 * * * *', '2024-01-01T00:00:00Z', 1)).toEqual(['2024-01-01T01:00:00Z']);
    expect(starts('*/15 9-10 * * *', '2024-01-01T10:20:30Z', 3)).toEqual([
      '2024-01-01T10:30:00Z',
      '2024-01-01T10:45:00Z',
      '2024-01-02T09:00:00Z',
    ]);
  });

  it('matches either day field when both are restricted, and both fields otherwise', () => {
    expect(starts('0 0 13 * 5', '2024-09-01T00:00:00Z', 3)).toEqual([
      '2024-09-06T00:00:00Z',
      '2024-09-13T00:00:00Z',
      '2024-09-20T00:00:00Z',
    ]);
    expect(starts('0 0 13 * *', '2024-09-01T00:00:00Z', 2)).toEqual(['2024-09-13T00:00:00Z', '2024-10-13T00:00:00Z']);
    expect(starts('0 0 */2 * 1', '2024-09-01T00:00:00Z', 2)).toEqual(['2024-09-02T00:00:00Z', '2024-09-03T00:00:00Z']);
  });

  it('crosses months and years', () => {
    expect(starts('0 0 29 2 *', '2024-03-01T00:00:00Z', 1)).toEqual(['2028-02-29T00:00:00Z']);
    expect(starts('@yearly', '2024-03-01T00:00:00Z', 2)).toEqual(['2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z']);
    expect(starts('0 12 * jan mon', '2024-01-30T00:00:00Z', 1)).toEqual(['2025-01-06T12:00:00Z']);
  });

  it('is undefined for a date that does not exist', () => {
    expect(starts('0 0 31 2 *', '2024-01-01T00:00:00Z', 1)).toEqual([]);
  });

  it('counts an interval from the given second', () => {
    expect(starts('@every 1h30m', '2024-01-01T00:00:00.250Z', 2)).toEqual([
      '2024-01-01T01:30:00Z',
      '2024-01-01T03:00:00Z',
    ]);
    expect(starts('@every 10ms', '2024-01-01T00:00:00Z', 1)).toEqual(['2024-01-01T00:00:01Z']);
  });

  it('follows the local time of a zone', () => {
    expect(starts('TZ=Asia/Kolkata 30 9 * * *', '2024-01-01T00:00:00Z', 1)).toEqual(['2024-01-01T04:00:00Z']);
  });

  it('skips a local time that daylight saving skips', () => {
    expect(starts('CRON_TZ=Europe/Berlin 30 2 * * *', '2024-03-30T12:00:00Z', 2)).toEqual([
      '2024-04-01T00:30:00Z',
      '2024-04-02T00:30:00Z',
    ]);
  });

  it('includes both local hours when the clock goes back', () => {
    expect(starts('TZ=America/New_York 30 * * * *', '2024-11-03T05:00:00Z', 3)).toEqual([
      '2024-11-03T05:30:00Z',
      '2024-11-03T06:30:00Z',
      '2024-11-03T07:30:00Z',
    ]);
  });

  it('is the first minute that all fields match', () => {
    const minute = fc.integer({ min: 0, max: 59 });
    const hour = fc.integer({ min: 0, max: 23 });
    fc.assert(
      fc.property(minute, hour, fc.integer({ min: 0, max: 5e7 }), (atMinute, atHour, offset) => {
        const time = Date.UTC(2024, 0, 1) + offset * 1000;
        const next = nextTime(parseCronSchedule(`${atMinute} ${atHour} * * *`), time) ?? 0;
        const date = new Date(next);
        expect([date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]).toEqual([atHour, atMinute, 0]);
        expect(next - time).toBeGreaterThan(0);
        expect(next - time).toBeLessThanOrEqual(86_400_000);
      }),
    );
  });
});
