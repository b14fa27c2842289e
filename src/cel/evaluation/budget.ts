/** The cost budget of an evaluation in cel-go's units: about one per step, more for reading long strings or lists. */
export class Budget {
  readonly limit: number;
  #spent = 0;
  #effort = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The cost spent, or the share of the work limit used, whichever is more. */
  get cost(): number {
    return Math.max(this.#spent, (this.#effort / MAXIMUM_EFFORT) * this.limit);
  }

  /** @throws OverBudget */
  spend(cost: number): void {
    this.#spent += cost;
    if (this.#spent > this.limit) throw new OverBudget();
  }

  /** Counts the steps of a regular expression. @throws OverBudget */
  takeSteps(count: number): void {
    this.work(count / EACH_STEPS);
  }

  /**
   * Counts work that the cost model ignores: characters and elements that are copied or compared. A unit takes some
   * hundred nanoseconds. Without this limit, an expression that is cheap in the model could block the thread.
   */
  work(amount: number): void {
    this.#effort += amount;
    if (this.#effort > MAXIMUM_EFFORT) throw new OverBudget();
  }
}

const MAXIMUM_EFFORT = 2_000_000;

/** Steps of a regular expression per unit of work. */
const EACH_STEPS = 4;

/** Characters per unit of work when a string is scanned; the keys of a map count one each. */
const EACH_UNIT = 32;
export const passThrough = (budget: Budget, length: number): void => budget.work(length / EACH_UNIT);

/** Ends an evaluation immediately; unlike a Failure, no operator can absorb it. */
export class OverBudget extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}
