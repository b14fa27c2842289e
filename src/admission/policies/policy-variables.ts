import type { Compilation } from '../../cel/compile-expression.ts';
import type { Activation } from '../../cel/evaluation/step.ts';
import { Failure, MapValue, type Value } from '../../cel/values/values.ts';

/** The variables of a policy, each computed on first use. */
export class PolicyVariables extends MapValue {
  readonly #compilations: ReadonlyMap<string, Compilation>;
  readonly #activation: () => Activation;
  readonly #values = new Map<string, Value>();
  /** Variables being computed. Of two with the same name the later one counts, and may refer to the earlier one. */
  readonly #pending = new Set<string>();
  #cost = 0;

  /** @param activation the values that the variables' expressions may refer to, including these variables */
  constructor(compilations: ReadonlyMap<string, Compilation>, activation: () => Activation) {
    super();
    this.#compilations = compilations;
    this.#activation = activation;
  }

  get size(): number {
    return this.#compilations.size;
  }

  keys(): readonly Value[] {
    return [...this.#compilations.keys()];
  }

  get(key: Value): Value | undefined {
    if (typeof key !== 'string') return undefined;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const compilation = this.#compilations.get(key);
    if (!compilation) return undefined;
    if (this.#pending.has(key)) return new Failure(`composited variable ${JSON.stringify(key)} needs itself`);
    this.#pending.add(key);
    try {
      const value = this.#compute(key, compilation);
      this.#values.set(key, value);
      return value;
    } finally {
      this.#pending.delete(key);
    }
  }

  /** Returns the cost of computing variables since the last call. */
  takeCost(): number {
    const cost = this.#cost;
    this.#cost = 0;
    return cost;
  }

  #compute(name: string, { program, error }: Compilation): Value {
    if (!program) return new Failure(`composited variable ${JSON.stringify(name)} fails to compile: ${error}`);
    const { value, cost } = program.evaluate(this.#activation());
    this.#cost += cost;
    if (!(value instanceof Failure)) return value;
    return new Failure(`composited variable ${JSON.stringify(name)} fails to evaluate: ${value.message}`);
  }
}
