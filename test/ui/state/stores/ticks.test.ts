import { describe, expect, it } from 'vitest';
import { ticksOf } from '../../../../src/ui/state/stores/ticks.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';

describe('the seconds of a clock', () => {
  it('call all subscribers in one turn of the clock', async () => {
    const clock = new ManualClock();
    const ticks = ticksOf(clock);
    const called: string[] = [];
    ticks.subscribe(() => called.push(`first at ${ticks.now()}`));
    await clock.advance(500);
    ticksOf(clock).subscribe(() => called.push(`second at ${ticks.now()}`));
    expect(clock.waiting).toBe(1);
    await clock.advance(1500);
    expect(called).toEqual(['first at 1000', 'second at 1000', 'first at 2000', 'second at 2000']);
  });

  it('do not change the time between two ticks', async () => {
    const clock = new ManualClock();
    const ticks = ticksOf(clock);
    ticks.subscribe(() => undefined);
    await clock.advance(1999);
    expect(ticks.now()).toBe(1000);
  });

  it('stop with the last subscriber, and have the current time afterwards', async () => {
    const clock = new ManualClock();
    const ticks = ticksOf(clock);
    const same = (): void => undefined;
    const leave = [ticks.subscribe(same), ticks.subscribe(same)];
    leave[0]?.();
    expect(clock.waiting).toBe(1);
    leave[1]?.();
    expect(clock.waiting).toBe(0);
    await clock.advance(60_500);
    expect(ticks.now()).toBe(60_500);
  });
});
