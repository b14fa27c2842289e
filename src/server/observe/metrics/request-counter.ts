import type { Histogram, LabelValues, Numbers, Observer } from './metric-families.ts';

/** Counts the responses to requests with the same labels, and the seconds that they took. */
export class RequestCounter {
  readonly #requests: Numbers;
  readonly #durations: Histogram;
  readonly #labels: LabelValues;
  readonly #byCode = new Map<number, (amount: number) => void>();
  #observe: Observer | undefined;

  /** @param labels the labels of `durations`; those of `requests` begin with the code */
  constructor(requests: Numbers, durations: Histogram, labels: LabelValues) {
    this.#requests = requests;
    this.#durations = durations;
    this.#labels = labels;
  }

  answered(code: number, seconds: number): void {
    let add = this.#byCode.get(code);
    if (!add) {
      add = this.#requests.adder([String(code), ...this.#labels]);
      this.#byCode.set(code, add);
    }
    add(1);
    this.#observe ??= this.#durations.observer(this.#labels);
    this.#observe(seconds);
  }
}
