import type { Compilation } from '../../cel/compile-expression.ts';
import type { Activation } from '../../cel/evaluation/step.ts';
import { Failure, MapValue, type Value } from '../../cel/values/values.ts';

/** The variables of a policy: each is computed when it is first asked for. */
export class PolicyVariables extends MapValue {
  readonly #compilations: ReadonlyMap<string, Compilation>;
  readonly #activation: () => Activation;
  readonly #values = new Map<string, Value>();
  /** Which are being computed: of two variables of one name the later counts, and may name the earlier. */
  readonly #pending = new Set<string>();
  #cost = 0;

  /** @param activation what the expressions of the variables may name, among it these variables */
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

  /** What computing them has cost since this was last asked. */
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
