import type { Clock } from '../api/environment.ts';
import type { Storage } from './storage.ts';

/** Part of the retention after which the history is looked at again. */
const CHECKS_PER_RETENTION = 10;

/**
 * Keeps the history of the last `retentionMilliseconds` and has the storage forget what is older.
 * @returns how to stop
 */
export function startCompaction(storage: Storage, clock: Clock, retentionMilliseconds = 300_000): () => void {
  let marks: { time: number; revision: number }[] = [];
  let stopped = false;
  let cancel: () => void;

  const check = async () => {
    const now = clock.now();
    const old = marks.filter(({ time }) => time <= now - retentionMilliseconds).at(-1);
    marks = marks.filter(({ time }) => time > now - retentionMilliseconds);
    marks.push({ time: now, revision: await storage.revision() });
    if (old) await storage.compact(old.revision);
  };
  const run = () => {
    // A check that fails (a full medium, for instance) is made up for by the next one.
    const next = () => {
      if (!stopped) cancel = clock.after(retentionMilliseconds / CHECKS_PER_RETENTION, run);
    };
    check().then(next, next);
  };

  cancel = () => undefined;
  run();
  return () => {
    stopped = true;
    cancel();
  };
}
