/**
 * Measures how many seats a level needs (occupied and waited for) between two adjustments: the time-weighted mean, the
 * deviation and the peak.
 */
export class SeatDemand {
  #demand = 0;
  #since: number;
  #start: number;
  #area = 0;
  #areaOfSquares = 0;
  #peak = 0;

  constructor(now: number) {
    this.#since = now;
    this.#start = now;
  }

  get current(): number {
    return this.#demand;
  }

  /** Sets the demand in seats from `now` (milliseconds) on. */
  set(demand: number, now: number): void {
    this.#advance(now);
    this.#demand = demand;
    this.#peak = Math.max(this.#peak, demand);
  }

  /** Returns the statistics since the last reset in seats, and resets them. */
  reset(now: number): { readonly mean: number; readonly deviation: number; readonly peak: number } {
    this.#advance(now);
    const elapsed = now - this.#start;
    const mean = elapsed > 0 ? this.#area / elapsed : this.#demand;
    const variance = elapsed > 0 ? this.#areaOfSquares / elapsed - mean * mean : 0;
    const result = { mean, deviation: Math.sqrt(Math.max(0, variance)), peak: this.#peak };
    this.#area = 0;
    this.#areaOfSquares = 0;
    this.#start = now;
    this.#peak = this.#demand;
    return result;
  }

  #advance(now: number): void {
    const elapsed = Math.max(0, now - this.#since);
    this.#area += this.#demand * elapsed;
    this.#areaOfSquares += this.#demand * this.#demand * elapsed;
    this.#since = now;
  }
}
