/** The result of a batch of attempts. */
export interface Batch {
  readonly successes: number;
  /** The error of the first failed attempt. */
  readonly error?: unknown;
}

/**
 * Makes `count` attempts concurrently in batches of 1, 2, 4 and so on. Stops after a batch with a failure, so that a
 * common cause leads to few failures.
 */
export async function slowStart(count: number, attempt: (index: number) => Promise<void>): Promise<Batch> {
  let successes = 0;
  let started = 0;
  for (let size = 1; started < count; size *= 2) {
    const first = started;
    const length = Math.min(size, count - started);
    started += length;
    const results = await Promise.allSettled(Array.from({ length }, (_, index) => attempt(first + index)));
    const failures = results.filter((result) => result.status === 'rejected');
    successes += length - failures.length;
    const [failure] = failures;
    if (failure) return { successes, error: failure.reason };
  }
  return { successes };
}
