/** Steps of patterns that the validation of one object may take: about a fifth of a second. */
const MAXIMUM_STEPS = 8_000_000;

/** Values that may be checked against alternatives of a schema (allOf, anyOf, oneOf, not). */
const MAXIMUM_ALTERNATIVES = 200_000;

/** Errors after which no further items of lists and members of objects are checked. */
const MAXIMUM_ERRORS = 1000;

/** The patterns of an object have taken more steps than its validation may. */
export class TooManyStepsError extends Error {}

/** Bounds the validation of one object where it takes longer than the object is large. */
export class ValidationBudget {
  #steps = MAXIMUM_STEPS;
  #alternatives = MAXIMUM_ALTERNATIVES;

  /** Takes steps of a pattern. @throws TooManyStepsError when fewer are left */
  takeSteps(count: number): void {
    this.#steps -= count;
    if (this.#steps < 0) throw new TooManyStepsError();
  }

  /** Takes checks of alternatives; false when fewer are left. */
  spendAlternatives(count: number): boolean {
    this.#alternatives -= count;
    return this.#alternatives >= 0;
  }

  /** Reports whether a list of errors is long enough to end the validation. */
  isEnough(errors: readonly unknown[]): boolean {
    return errors.length >= MAXIMUM_ERRORS;
  }
}
