import type { Environment } from '../expression-environment.ts';
import {
  ACCUMULATOR,
  type Call,
  type Comprehension,
  type Expression,
  type MapLiteral,
  type Select,
} from '../syntax/ast.ts';
import { qualifiedName, TYPE_NAMES } from '../typing/checker.ts';
import { compileRegularExpression } from '../values/regular-expression.ts';
import {
  ArrayList,
  EntryMap,
  Failure,
  keyText,
  ListValue,
  MapValue,
  TypeValue,
  typeName,
  type Value,
} from '../values/values.ts';
import { Budget } from './budget.ts';
import { LIST_COST, MAP_COST } from './costs.ts';
import { dispatch } from './overload-dispatch.ts';
import { calling, choose, type Frame, notAnIndex, SPECIAL, type Step } from './step.ts';

/** An expression that is known to fail before it runs, such as the conversion of an invalid time. */
export class PlanFailure extends Error {}

/**
 * Turns an expression into functions that compute it.
 * @throws PlanFailure
 */
export const plan = (expression: Expression, environment: Environment): Step =>
  new Planner(environment).plan(expression, { slots: new Map(), count: 0 });

/** Slots of the variables of enclosing folds; `count` slots are in use. */
interface Scope {
  readonly slots: ReadonlyMap<string, number>;
  readonly count: number;
}

const CONVERSIONS = ['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp', 'uint'];
const PATTERNS = ['matches', 'find', 'findAll'];

class Planner {
  readonly #environment: Environment;
  constructor(environment: Environment) {
    this.#environment = environment;
  }

  plan(expression: Expression, scope: Scope): Step {
    switch (expression.kind) {
      case 'constant': {
        const { value } = expression;
        return () => value;
      }
      case 'identifier':
        return this.#variable(expression.name, scope) ?? failing(`no such attribute: ${expression.name}`);
      case 'select':
        return this.#select(expression, scope);
      case 'call':
        return this.#call(expression, scope);
      case 'list':
        return this.#list(expression.elements, scope);
      case 'map':
        return this.#map(expression, scope);
      case 'message':
        return failing(`unknown type: ${expression.name}`);
      case 'comprehension':
        return this.#fold(expression, scope);
    }
  }

  #variable(written: string, scope: Scope): Step | undefined {
    const name = written.replace(/^\./, '');
    const slot = written === name ? scope.slots.get(name) : undefined;
    if (slot !== undefined) {
      return ({ slots, budget }) => {
        budget.spend(1);
        return slots[slot] ?? null;
      };
    }
    if (this.#environment.variables.has(name)) {
      const missing = new Failure(`no such attribute(s): ${name}`);
      return ({ activation, budget }) => {
        budget.spend(1);
        const value = activation(name);
        return value === undefined ? missing : value;
      };
    }
    const type = TYPE_NAMES.has(name) ? new TypeValue(name) : undefined;
    return type && (() => type);
  }

  #select(expression: Select, scope: Scope): Step {
    const name = qualifiedName(expression);
    const isShadowed = name !== undefined && scope.slots.has(name.split('.', 1)[0] ?? '');
    const named = name === undefined || isShadowed ? undefined : this.#variable(name, scope);
    if (named) return named;
    const operand = this.plan(expression.operand, scope);
    const { field, isTest } = expression;
    return (frame) => {
      const value = operand(frame);
      if (value instanceof Failure) return value;
      frame.budget.spend(1);
      if (value instanceof ListValue) return notAnIndex(field);
      const found = value instanceof MapValue ? value.get(field) : undefined;
      if (isTest) return found !== undefined;
      return found === undefined ? new Failure(`no such key: ${field}`) : found;
    };
  }

  #call(expression: Call, scope: Scope): Step {
    const { target, args } = expression;
    const name = expression.function.replace(/^\./, '');
    const operands = target ? [target, ...args] : args;
    const steps = operands.map((operand) => this.plan(operand, scope));
    const special = SPECIAL[name];
    if (special) return special(steps);
    const declared = this.#environment.functions.get(name);
    if (!declared) return failing(`no such overload: ${name}`);
    const evaluate = dispatch(declared, operands.length, target !== undefined);
    const pattern = operands[1];
    if (PATTERNS.includes(name) && pattern?.kind === 'constant') requirePattern(pattern.value);
    const [only] = operands;
    if (CONVERSIONS.includes(name) && operands.length === 1 && only?.kind === 'constant') {
      return converted(evaluate([only.value], new Budget(1)));
    }
    return calling(name, steps, evaluate);
  }

  /** Plans a list literal; a list of constants is itself constant and costs nothing. */
  #list(elements: readonly Expression[], scope: Scope): Step {
    const steps = elements.map((element) => this.plan(element, scope));
    const build = (frame: Frame): Value => {
      const values: Value[] = [];
      for (const step of steps) {
        const value = step(frame);
        if (value instanceof Failure) return value;
        values.push(value);
      }
      return new ArrayList(values);
    };
    if (elements.length > 0 && elements.every(({ kind }) => kind === 'constant')) return constant(build);
    return (frame) => {
      const list = build(frame);
      frame.budget.spend(LIST_COST);
      return list;
    };
  }

  /** Plans a map literal; the last of duplicate keys wins. */
  #map({ entries }: MapLiteral, scope: Scope): Step {
    const steps = entries.map(({ key, value }) => [this.plan(key, scope), this.plan(value, scope)] as const);
    const build = (frame: Frame): Value => {
      const built = new Map<string, readonly [Value, Value]>();
      for (const [keyStep, valueStep] of steps) {
        const key = keyStep(frame);
        const value = valueStep(frame);
        if (key instanceof Failure) return key;
        if (value instanceof Failure) return value;
        built.set(keyText(key), [key, value]);
      }
      return new EntryMap(built);
    };
    const isConstant = entries.every(({ key, value }) => key.kind === 'constant' && value.kind === 'constant');
    if (entries.length > 0 && isConstant) return constant(build);
    return (frame) => {
      const map = build(frame);
      frame.budget.spend(MAP_COST);
      return map;
    };
  }

  #fold(expression: Comprehension, scope: Scope): Step {
    const outer = withSlot(scope, ACCUMULATOR);
    const inner = withSlot(outer, expression.variable);
    const gathered = scope.count;
    const variable = outer.count;
    const range = this.plan(expression.range, scope);
    const initial = this.plan(expression.initial, scope);
    const condition = this.plan(expression.condition, inner);
    const step = this.#appending(expression.step, inner) ?? this.plan(expression.step, inner);
    const result = this.plan(expression.result, outer);
    return (frame) => {
      const elements = elementsOf(range(frame), frame.budget);
      if (elements instanceof Failure) return elements;
      const { slots } = frame;
      slots[gathered] = initial(frame);
      for (let index = 0; index < elements.length; index++) {
        const element = elements.at(index);
        slots[variable] = element;
        frame.budget.work(1);
        if (condition(frame) === false) break;
        slots[gathered] = step(frame);
      }
      return result(frame);
    };
  }

  /**
   * Plans `gathered + [x]`, the form that `map` and `filter` expand to, so that it appends to one list instead of
   * copying it each time.
   */
  #appending(step: Expression, scope: Scope): Step | undefined {
    if (step.kind !== 'call') return undefined;
    const [first, second, third] = step.args;
    if (step.function === '_?_:_' && first && second && third) {
      const append = this.#appending(second, scope);
      const test = append && this.plan(first, scope);
      const keep = this.plan(third, scope);
      return (
        test &&
        ((frame) =>
          choose(
            test(frame),
            () => append(frame),
            () => keep(frame),
          ))
      );
    }
    if (step.function !== '_+_' || first?.kind !== 'identifier' || first.name !== ACCUMULATOR) return undefined;
    if (second?.kind !== 'list' || second.elements.length !== 1) return undefined;
    const [element] = second.elements;
    const slot = scope.slots.get(ACCUMULATOR) ?? 0;
    return element && appendTo(slot, this.plan(element, scope));
  }
}

const withSlot = ({ slots, count }: Scope, name: string): Scope => ({
  slots: new Map([...slots, [name, count]]),
  count: count + 1,
});

/** Cost of a variable, a list of one element and an addition. */
const APPEND_COST = 1 + LIST_COST + 1;

const appendTo =
  (slot: number, element: Step): Step =>
  (frame) => {
    const list = frame.slots[slot] ?? null;
    if (list instanceof Failure) return list;
    const value = element(frame);
    frame.budget.spend(APPEND_COST);
    if (value instanceof Failure) return value;
    if (list instanceof GrowingList) {
      list.elements.push(value);
      return list;
    }
    return new GrowingList([value]);
  };

/** The result of `map` or `filter` while it grows; nothing else can see it before it is complete. */
class GrowingList extends ListValue {
  readonly elements: Value[];
  constructor(elements: Value[]) {
    super();
    this.elements = elements;
  }
  get length(): number {
    return this.elements.length;
  }
  at(index: number): Value {
    return this.elements[index] ?? null;
  }
}

function elementsOf(range: Value, budget: Budget): ListValue | Failure {
  if (range instanceof ListValue || range instanceof Failure) return range;
  if (range instanceof MapValue) {
    const keys = range.keys();
    budget.work(keys.length);
    return new ArrayList(keys);
  }
  return new Failure(`got '${goTypeName(range)}', expected iterable type`);
}

/** Returns cel-go's internal name of a value's type. */
function goTypeName(value: Value): string {
  if (value === null) return 'types.Null';
  const name = typeName(value).replace(/^google\.protobuf\./, '');
  return `types.${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

const failing = (message: string): Step => {
  const failure = new Failure(message);
  return () => failure;
};

/** Evaluates a step once. */
function constant(step: Step): Step {
  const value = step({ activation: () => undefined, budget: new Budget(Number.POSITIVE_INFINITY), slots: [] });
  return () => value;
}

function converted(value: Value): Step {
  if (value instanceof Failure) throw new PlanFailure(value.message);
  return () => value;
}

function requirePattern(pattern: Value): void {
  if (typeof pattern !== 'string') return;
  const compiled = compileRegularExpression(pattern);
  if (compiled instanceof Failure) throw new PlanFailure(compiled.message);
}
