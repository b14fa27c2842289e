import type { Clock } from '../../../api/environment.ts';

/** Milliseconds between updates of stores that follow the cluster. Each is drawn, and nobody can read faster. */
const PERIOD = 100;

const waiting = new WeakMap<Clock, Set<() => void>>();

/**
 * Calls back with the next batch of updates. All that wait are called in one turn, so that a view of several collections is
 * rendered once. Returns a function that cancels the call.
 */
export function inNextBatch(clock: Clock, callback: () => void): () => void {
  const batch = waiting.get(clock) ?? startBatch(clock);
  batch.add(callback);
  return () => void batch.delete(callback);
}

function startBatch(clock: Clock): Set<() => void> {
  const batch = new Set<() => void>();
  waiting.set(clock, batch);
  clock.after(PERIOD, () => {
    waiting.delete(clock);
    for (const callback of batch) callback();
  });
  return batch;
}
