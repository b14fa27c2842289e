import { describe, expect, it } from 'vitest';
import type { Moment } from '../../../../src/api/debug/moments.ts';
import { nextFrame } from '../../../../src/ui/state/time/playback.ts';

/** Steps at these seconds. */
const stepsAt = (...seconds: number[]): Moment[] =>
  seconds.map((second) => ({
    ...{ revision: String(second), effect: 'updated', resource: 'pods', name: 'web' },
    time: new Date(second * 1000).toISOString(),
  }));

describe('a playback', () => {
  it('shows the next change after the time that passed between them', () => {
    expect(nextFrame(stepsAt(0, 2), 0, 1)).toEqual({ position: 1, wait: 2000 });
  });

  it('shows it sooner at a higher speed', () => {
    expect(nextFrame(stepsAt(0, 20), 0, 10)).toEqual({ position: 1, wait: 2000 });
    expect(nextFrame(stepsAt(0, 120), 0, 60)).toEqual({ position: 1, wait: 2000 });
  });

  it('waits for no more than three seconds', () => {
    expect(nextFrame(stepsAt(0, 3600), 0, 1)).toEqual({ position: 1, wait: 3000 });
  });

  it('shows changes together that a page could not show one by one', () => {
    expect(nextFrame(stepsAt(0, 0.1, 0.2, 0.6, 5), 0, 1)).toEqual({ position: 3, wait: 700 });
    expect(nextFrame(stepsAt(0, 1, 5, 6, 60), 0, 10)).toEqual({ position: 3, wait: 700 });
  });

  it('shows every change after one whose time is earlier', () => {
    const steps = stepsAt(100, 102, 50, 52, 54);
    expect([0, 1, 2, 3].map((position) => nextFrame(steps, position, 1)?.position)).toEqual([1, 2, 3, 4]);
    expect(nextFrame(steps, 1, 1)?.wait).toBe(700);
  });

  it('starts with the first step, and ends with the last one', () => {
    expect(nextFrame(stepsAt(5, 9), -1, 1)).toEqual({ position: 0, wait: 700 });
    expect(nextFrame(stepsAt(5, 9), 1, 1)).toBeUndefined();
  });
});
