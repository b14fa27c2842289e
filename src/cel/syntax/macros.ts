import { ACCUMULATOR, type Expression } from './ast.ts';
import type { SourceError } from './source-errors.ts';

type Expanded = Expression | { readonly errors: readonly SourceError[] };

/** Expands a macro; undefined for an ordinary function call. The expansion has the position of the call. */
export function expandMacro(
  at: number,
  name: string,
  target: Expression | undefined,
  args: readonly Expression[],
): Expanded | undefined {
  if (!target) return name === 'has' && args.length === 1 ? expandHas(at, args[0]) : undefined;
  const [variable, first, second] = args;
  if (!variable || !first || args.length > (name === 'map' ? 3 : 2)) return undefined;
  const fold = FOLDS[name];
  if (!fold) return undefined;
  const isTest = name !== 'map' && name !== 'filter';
  if (variable.kind !== 'identifier') {
    return {
      errors: [{ at: variable.at, message: `argument ${isTest ? 'must be a simple name' : 'is not an identifier'}` }],
    };
  }
  if (variable.name === ACCUMULATOR) {
    return { errors: [{ at: variable.at, message: 'iteration variable overwrites accumulator variable' }] };
  }
  return {
    kind: 'comprehension',
    at,
    range: target,
    variable: variable.name,
    ...fold(new Builder(at), variable, first, second),
  };
}

function expandHas(at: number, argument: Expression | undefined): Expanded {
  if (argument?.kind === 'select' && !argument.isTest) return { ...argument, isTest: true, at };
  return { errors: [{ at: argument?.at ?? at, message: 'invalid argument to has() macro' }] };
}

interface Fold {
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

const FOLDS: Readonly<
  Record<string, (make: Builder, variable: Expression, first: Expression, second?: Expression) => Fold>
> = {
  all: (make, _, predicate) => ({
    initial: make.constant(true),
    condition: make.call('@not_strictly_false', make.gathered),
    step: make.call('_&&_', make.gathered, predicate),
    result: make.gathered,
  }),
  exists: (make, _, predicate) => ({
    initial: make.constant(false),
    condition: make.call('@not_strictly_false', make.call('!_', make.gathered)),
    step: make.call('_||_', make.gathered, predicate),
    result: make.gathered,
  }),
  exists_one: (make, _, predicate) => ({
    initial: make.constant(0n),
    condition: make.constant(true),
    step: make.call('_?_:_', predicate, make.call('_+_', make.gathered, make.constant(1n)), make.gathered),
    result: make.call('_==_', make.gathered, make.constant(1n)),
  }),
  map: (make, _, first, second) => {
    const added = make.call('_+_', make.gathered, make.list(second ?? first));
    return {
      initial: make.list(),
      condition: make.constant(true),
      step: second ? make.call('_?_:_', first, added, make.gathered) : added,
      result: make.gathered,
    };
  },
  filter: (make, variable, predicate) => ({
    initial: make.list(),
    condition: make.constant(true),
    step: make.call('_?_:_', predicate, make.call('_+_', make.gathered, make.list(variable)), make.gathered),
    result: make.gathered,
  }),
};

/** Names of the macros over lists and maps. */
export const FOLD_NAMES: readonly string[] = Object.keys(FOLDS);

/** Creates the nodes of an expansion. */
class Builder {
  readonly #at: number;
  readonly gathered: Expression;
  constructor(at: number) {
    this.#at = at;
    this.gathered = { kind: 'identifier', name: ACCUMULATOR, at };
  }
  constant(value: boolean | bigint): Expression {
    return { kind: 'constant', value, at: this.#at };
  }
  list(...elements: readonly Expression[]): Expression {
    return { kind: 'list', elements, at: this.#at };
  }
  call(name: string, ...args: readonly Expression[]): Expression {
    return { kind: 'call', function: name, target: undefined, args, at: this.#at };
  }
}
