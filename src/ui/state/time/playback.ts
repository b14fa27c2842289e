import type { Moment } from '../../../api/debug/moments.ts';

/** Seconds of the cluster that are shown in one second. */
export const SPEEDS = [1, 10, 60] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds for which each moment is shown: pages must have time to load it, and nobody waits for a night to pass. */
const SHORTEST = 700;
const LONGEST = 3000;

/**
 * Returns the index of the step that follows in a playback, and the milliseconds until then; undefined at the end. Changes
 * that follow each other faster than pages can show them are shown together.
 */
export function nextFrame(
  steps: readonly Moment[],
  position: number,
  speed: Speed,
): { readonly position: number; readonly wait: number } | undefined {
  const timeAt = (index: number): number => Date.parse(steps[index]?.time ?? '');
  const next = position + 1;
  if (next >= steps.length) return undefined;
  if (position < 0) return { position: next, wait: SHORTEST };
  const shown = timeAt(position);
  // The time of a later change can be earlier: clocks of computers are set.
  const isTogether = (index: number): boolean => timeAt(index) >= shown && timeAt(index) - shown <= SHORTEST * speed;
  let reached = next;
  while (isTogether(reached + 1)) reached++;
  return { position: reached, wait: Math.min(Math.max((timeAt(reached) - shown) / speed, SHORTEST), LONGEST) };
}
