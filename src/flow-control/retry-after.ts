const LONGEST_SECONDS = 32;

/** Determines the `Retry-After` of rejections: longer while many requests are rejected. */
export class RetryAfter {
  #seconds = 1;
  #changedAt = 0;
  #rejected = 0;

  /** Counts a rejection at `now` (milliseconds) and returns the seconds for its `Retry-After` header. */
  rejected(now: number): number {
    this.#rejected++;
    const elapsed = (now - this.#changedAt) / 1000;
    if (elapsed < this.#seconds) return this.#seconds;
    const perSecond = this.#rejected / elapsed;
    if (perSecond < this.#seconds) this.#seconds = Math.max(1, this.#seconds - 1);
    else if (perSecond >= 3 * this.#seconds) this.#seconds = Math.min(LONGEST_SECONDS, this.#seconds * 2);
    this.#changedAt = now;
    this.#rejected = 0;
    return this.#seconds;
  }
}
