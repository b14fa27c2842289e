import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';

test('random bytes have the requested length and never repeat', () => {
  const texts = [16, 16, 4000, 500, 4096, 10_000].map((count) => {
    const bytes = systemRandom.bytes(count);
    expect(bytes.length).toBe(count);
    return Buffer.from(bytes).toString('hex').slice(0, 32);
  });
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).not.toContain('0'.repeat(32));
});

test('only work in progress keeps a Node process alive', () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const cancels = [systemClock.after(10_000, () => undefined)];
  expect(timers()).toBe(before);
  cancels.push(systemClock.after(2, () => undefined));
  expect(timers()).toBe(before + 1);
  for (const cancel of cancels) cancel();
});

describe('a timer of more than 2^31 milliseconds', () => {
  afterEach(() => void vi.useRealTimers());
  const DAY = 24 * 60 * 60 * 1000;

  it('calls back once, on time', async () => {
    vi.useFakeTimers();
    const called = vi.fn();
    systemClock.after(60 * DAY, called);
    await vi.advanceTimersByTimeAsync(60 * DAY - 1);
    expect(called).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(called).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('can be canceled at any time', async () => {
    vi.useFakeTimers();
    const called = vi.fn();
    const cancel = systemClock.after(60 * DAY, called);
    await vi.advanceTimersByTimeAsync(30 * DAY);
    cancel();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(60 * DAY);
    expect(called).not.toHaveBeenCalled();
  });
});
