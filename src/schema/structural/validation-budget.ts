/** Maximum number of pattern steps in the validation of one object: about a tenth of a second. */
const MAXIMUM_STEPS = 8_000_000;

/** Maximum number of checks against alternatives of a schema (allOf, anyOf, oneOf, not). */
const MAXIMUM_ALTERNATIVES = 200_000;

/** Errors after which no further items of lists and members of objects are checked. */
const MAXIMUM_ERRORS = 1000;

/** The validation of an object exceeded its budget of pattern steps. */
export class TooManyStepsError extends Error {}

/** Limits the validation of one object where its duration is not proportional to the size of the object. */
export class ValidationBudget {
  #steps = MAXIMUM_STEPS;
  #alternatives = MAXIMUM_ALTERNATIVES;

  /** Spends steps of a pattern. @throws TooManyStepsError when fewer are left */
  takeSteps(count: number): void {
    this.#steps -= count;
    if (this.#steps < 0) throw new TooManyStepsError();
  }

  /** Spends checks of alternatives. Returns false when the budget is exceeded. */
  spendAlternatives(count: number): boolean {
    this.#alternatives -= count;
    return this.#alternatives >= 0;
  }

  /** Reports whether a list of errors is long enough to end the validation. */
  isEnough(errors: readonly unknown[]): boolean {
    return errors.length >= MAXIMUM_ERRORS;
  }
}
