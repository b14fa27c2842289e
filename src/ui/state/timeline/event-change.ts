/** The difference between two arrays of events: the first events are dropped, the next are kept, the rest are replaced. */
export interface EventChange<T> {
  /** The number of kept events, which are the first ones of the new array. */
  readonly kept: number;
  /** The number of events before the kept ones in the old array. */
  readonly dropped: number;
  /** The events after the kept ones, in the old and the new array. */
  readonly replaced: readonly T[];
  readonly added: readonly T[];
}

/** Compares two arrays of events by identity. */
export function eventChange<T>(before: readonly T[], now: readonly T[]): EventChange<T> {
  if (before === now) return { kept: now.length, dropped: 0, replaced: [], added: [] };
  const start = now[0] === undefined ? -1 : before.indexOf(now[0]);
  const dropped = start === -1 ? before.length : start;
  let kept = 0;
  while (dropped + kept < before.length && before[dropped + kept] === now[kept]) kept += 1;
  return { kept, dropped, replaced: before.slice(dropped + kept), added: now.slice(kept) };
}
