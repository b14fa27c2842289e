import { describe, expect, it, vi } from 'vitest';
import type { Clock } from '../../src/api/environment.ts';
import { lookUntil } from '../../src/embedding/seeds/look-until.ts';

/** Returns a clock whose timers fire immediately and advance it by some milliseconds. */
function clockWith(milliseconds: number): Clock & { readonly passed: number } {
  let passed = 0;
  return {
    get passed() {
      return passed;
    },
    now: () => 1_700_000_000_000 + passed,
    after(_delay, callback) {
      passed += milliseconds;
      queueMicrotask(callback);
      return () => undefined;
    },
  };
}

describe('waiting for a condition of a seed', () => {
  it.each([
    ['a fast machine', 5],
    ['a slow machine', 2500],
  ])('fails after 30 seconds on %s', async (_machine, pause) => {
    const clock = clockWith(pause);
    const isDone = vi.fn(async () => false);
    await expect(lookUntil(isDone, () => 'the server does not serve its kind', clock)).rejects.toThrow(
      'the server does not serve its kind (waited for 30 seconds)',
    );
    expect(clock.passed).toBe(30_000);
    expect(isDone).toHaveBeenCalledTimes(30_000 / pause);
  });

  it('fails when the clock stands still', async () => {
    await expect(
      lookUntil(
        async () => false,
        () => 'nothing happened',
        clockWith(0),
      ),
    ).rejects.toThrow('nothing happened (waited for 30 seconds)');
  });

  it('ends as soon as the condition holds', async () => {
    const clock = clockWith(1000);
    await lookUntil(
      async () => clock.passed >= 4000,
      () => 'too late',
      clock,
    );
    expect(clock.passed).toBe(4000);
  });
});
