/** A number of replicas at a time, in milliseconds since 1970. */
export interface Sample {
  readonly replicas: number;
  readonly at: number;
}

/** What an autoscaler has recommended and done, for as long as its windows need it. */
export interface ScalingHistory {
  readonly recommendations: readonly Sample[];
  /** Replicas that were added. */
  readonly additions: readonly Sample[];
  /** Replicas that were removed. */
  readonly removals: readonly Sample[];
}

/** Milliseconds; the longest window that an autoscaler may have. */
const LONGEST_WINDOW = 3_600_000;

/** A new autoscaler takes the current replicas for its first recommendation. */
export const newHistory = (replicas: number, now: number): ScalingHistory => ({
  recommendations: [{ replicas, at: now }],
  additions: [],
  removals: [],
});

export const withRecommendation = (history: ScalingHistory, replicas: number, now: number): ScalingHistory => ({
  ...history,
  recommendations: [...recent(history.recommendations, now), { replicas, at: now }],
});

/** Remembers a change of the number of replicas. */
export function withScaling(history: ScalingHistory, before: number, after: number, now: number): ScalingHistory {
  const { additions, removals } = history;
  if (after > before)
    return { ...history, additions: [...recent(additions, now), { replicas: after - before, at: now }] };
  return { ...history, removals: [...recent(removals, now), { replicas: before - after, at: now }] };
}

const recent = (samples: readonly Sample[], now: number): Sample[] =>
  samples.filter(({ at }) => at > now - LONGEST_WINDOW);

/** Returns the sum of the samples of the last seconds. */
export const sumSince = (samples: readonly Sample[], seconds: number, now: number): number =>
  samples.filter(({ at }) => at > now - seconds * 1000).reduce((sum, { replicas }) => sum + replicas, 0);
