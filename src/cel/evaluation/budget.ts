/** What an evaluation may cost, in the units of cel-go: about one for each step, more for what reads long texts or lists. */
export class Budget {
  readonly limit: number;
  #spent = 0;
  #effort = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** What was spent, or the share of the work that was done, if that is more. */
  get cost(): number {
    return Math.max(this.#spent, (this.#effort / MAXIMUM_EFFORT) * this.limit);
  }

  /** @throws OverBudget */
  spend(cost: number): void {
    this.#spent += cost;
    if (this.#spent > this.limit) throw new OverBudget();
  }

  /**
   * Counts work that the cost model leaves out: characters and elements that are copied or compared. A unit takes some
   * hundred nanoseconds; without a limit, an expression that stays cheap in the model could hold everything up.
   * @throws OverBudget
   */
  work(amount: number): void {
    this.#effort += amount;
    if (this.#effort > MAXIMUM_EFFORT) throw new OverBudget();
  }
}

const MAXIMUM_EFFORT = 2_000_000;

/** How many characters of a text that is read through are one unit of work; the keys of a map are one each. */
const EACH_UNIT = 32;
export const passThrough = (budget: Budget, length: number): void => budget.work(length / EACH_UNIT);

/** Ends an evaluation, whatever would have made of a failure. */
export class OverBudget extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}
