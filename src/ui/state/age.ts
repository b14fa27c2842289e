import { humanDuration } from '../../api/values/human-duration.ts';

/** Formats the time since a timestamp; `0s` for a future time, a dash without one. */
export function ageText(timestamp: string | null | undefined, now: number): string {
  const then = Date.parse(timestamp ?? '');
  return Number.isNaN(then) ? '–' : humanDuration(Math.max(0, now - then));
}
