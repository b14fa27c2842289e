import type { PodInfo } from '../cluster/pod-info.ts';
import { type Candidate, startTimeOf } from './select-victims.ts';

/** Keeps sums of negative priorities positive, so that more victims are never better. */
const PRIORITY_OFFSET = 2 ** 31;

type Measure = (candidate: Candidate, now: number) => number;

/** The criteria for candidates, most important first. The lowest value wins. */
const MEASURES: readonly Measure[] = [
  ({ budgetViolations }) => budgetViolations,
  ({ victims }) => victims[0]?.priority ?? Number.NEGATIVE_INFINITY,
  ({ victims }) => victims.reduce((sum, { priority }) => sum + priority + PRIORITY_OFFSET, 0),
  ({ victims }) => victims.length,
  (candidate, now) => -earliestStartOfHighest(candidate, now),
];

/** Returns the candidate that does the least harm. */
export function pickCandidate(candidates: readonly Candidate[], now: number): Candidate | undefined {
  let best = candidates;
  for (const measure of MEASURES) {
    if (best.length <= 1) break;
    const values = best.map((candidate) => measure(candidate, now));
    const lowest = Math.min(...values);
    best = best.filter((_, index) => values[index] === lowest);
  }
  return best[0];
}

/** Returns when the first of the victims with the highest priority started. */
function earliestStartOfHighest({ victims }: Candidate, now: number): number {
  const highest = victims[0]?.priority;
  const starts = victims.filter(({ priority }: PodInfo) => priority === highest).map((info) => startTimeOf(info, now));
  return Math.min(Number.MAX_SAFE_INTEGER, ...starts);
}
