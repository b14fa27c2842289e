import type { Clock } from '../../../api/environment.ts';

/** Milliseconds before stores that follow the cluster update, so that concurrent changes render together. */
const SOON = 100;

/** Milliseconds between updates while the cluster keeps changing. Each update renders, and users cannot read faster. */
const PERIOD = 250;

const waiting = new WeakMap<Clock, Set<() => void>>();
const lastTimes = new WeakMap<Clock, number>();

/**
 * Calls back with the next batch of updates. All waiting callbacks run in one task, so that a view of several collections
 * renders once. Returns a function that cancels the call.
 */
export function inNextBatch(clock: Clock, callback: () => void): () => void {
  const batch = waiting.get(clock) ?? startBatch(clock);
  batch.add(callback);
  return () => void batch.delete(callback);
}

function startBatch(clock: Clock): Set<() => void> {
  const batch = new Set<() => void>();
  waiting.set(clock, batch);
  const next = (lastTimes.get(clock) ?? Number.NEGATIVE_INFINITY) + PERIOD;
  clock.after(Math.min(Math.max(SOON, next - clock.now()), PERIOD), () => {
    waiting.delete(clock);
    lastTimes.set(clock, clock.now());
    for (const callback of batch) callback();
  });
  return batch;
}
