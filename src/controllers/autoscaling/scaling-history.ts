/** A number of replicas at a time, in milliseconds since 1970. */
export interface Sample {
  readonly replicas: number;
  readonly at: number;
}

/** The recommendations and scalings of an autoscaler, for as long as its windows need them. */
export interface ScalingHistory {
  readonly recommendations: readonly Sample[];
  /** Added replicas. */
  readonly additions: readonly Sample[];
  /** Removed replicas. */
  readonly removals: readonly Sample[];
}

/** Milliseconds of the longest window of an autoscaler. */
const LONGEST_WINDOW = 3_600_000;

/** Returns the history of a new autoscaler, with the current replicas as the first recommendation. */
export const newHistory = (replicas: number, now: number): ScalingHistory => ({
  recommendations: [{ replicas, at: now }],
  additions: [],
  removals: [],
});

export const withRecommendation = (history: ScalingHistory, replicas: number, now: number): ScalingHistory => ({
  ...history,
  recommendations: [...recent(history.recommendations, now), { replicas, at: now }],
});

/** Adds a change of the number of replicas. */
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
