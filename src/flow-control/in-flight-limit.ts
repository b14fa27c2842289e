type RequestKind = 'readOnly' | 'mutating';

/** Limits concurrent reads and writes when API priority and fairness is off. */
export class InFlightLimit {
  readonly #limits: Readonly<Record<RequestKind, number>>;
  readonly #executing = { readOnly: 0, mutating: 0 };

  /** A limit of 0 means no limit. */
  constructor(limits: Readonly<Record<RequestKind, number>>) {
    this.#limits = limits;
  }

  /** Returns the function to call when the request has ended; undefined when the limit is reached. */
  enter(kind: RequestKind): (() => void) | undefined {
    const limit = this.#limits[kind];
    if (limit > 0 && this.#executing[kind] >= limit) return undefined;
    this.#executing[kind]++;
    return () => {
      this.#executing[kind]--;
    };
  }
}
