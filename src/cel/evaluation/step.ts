import type { Evaluate } from '../typing/declarations.ts';
import { equals } from '../values/equality.ts';
import { Failure, ListValue, MapValue, typeName, UnsignedInteger, type Value } from '../values/values.ts';
import type { Budget } from './budget.ts';
import { callCost } from './costs.ts';

/** Returns the value of a variable. */
export type Activation = (name: string) => Value | undefined;

export interface Frame {
  readonly activation: Activation;
  readonly budget: Budget;
  /** Variables and accumulators of folds. */
  readonly slots: Value[];
}

/** A planned part of an expression. */
export type Step = (frame: Frame) => Value;

const NO_OVERLOAD = new Failure('no such overload');

/** Calls a function with the values of its operands; a failed operand is the result. */
export const calling =
  (name: string, steps: readonly Step[], evaluate: Evaluate): Step =>
  (frame) => {
    const values: Value[] = [];
    for (const step of steps) {
      const value = step(frame);
      if (value instanceof Failure) return value;
      values.push(value);
    }
    const result = evaluate(values, frame.budget);
    frame.budget.spend(callCost(name, values, result));
    return result;
  };

export function choose(condition: Value, yes: () => Value, no: () => Value): Value {
  if (typeof condition === 'boolean') return condition ? yes() : no();
  return condition instanceof Failure ? condition : NO_OVERLOAD;
}

const none: Step = () => null;

/** Plans `&&` and `||`: either side can decide the result, even if the other fails. */
const deciding =
  (decision: boolean) =>
  ([first = none, second = none]: readonly Step[]): Step =>
  (frame) => {
    const left = first(frame);
    if (left === decision) return decision;
    const right = second(frame);
    if (right === decision) return decision;
    if (typeof left === 'boolean' && typeof right === 'boolean') return !decision;
    if (left instanceof Failure) return left;
    return right instanceof Failure ? right : NO_OVERLOAD;
  };

const computing =
  (name: string, compute: (left: Value, right: Value, budget: Budget) => Value) => (steps: readonly Step[]) =>
    calling(name, steps, ([left = null, right = null], budget) => compute(left, right, budget));

function isIn(wanted: Value, container: Value, budget: Budget): Value {
  if (container instanceof MapValue) return container.get(wanted) !== undefined;
  if (!(container instanceof ListValue)) return NO_OVERLOAD;
  for (let index = 0; index < container.length; index++) {
    if (equals(container.at(index), wanted, budget)) return true;
  }
  return false;
}

function elementAt(container: Value, key: Value): Value {
  const shown = key instanceof UnsignedInteger ? key.value : key;
  if (!(container instanceof ListValue)) {
    const found = container instanceof MapValue ? container.get(key) : undefined;
    return found === undefined ? new Failure(`no such key: ${String(shown)}`) : found;
  }
  if (typeof shown !== 'bigint' && typeof shown !== 'number') return notAnIndex(key);
  const index = Number(shown);
  if (!Number.isInteger(index)) return new Failure(`unsupported index value ${index} in list`);
  return index < 0 || index >= container.length ? new Failure(`index out of bounds: ${index}`) : container.at(index);
}

/** Lists have no members: even `has()` on them fails. */
export const notAnIndex = (key: Value): Failure => new Failure(`unsupported index type '${typeName(key)}' in list`);

/** Operators that do not simply evaluate all their operands. */
export const SPECIAL: Readonly<Record<string, (steps: readonly Step[]) => Step>> = {
  '_&&_': deciding(false),
  '_||_': deciding(true),
  '_?_:_':
    ([condition = none, yes = none, no = none]) =>
    (frame) =>
      choose(
        condition(frame),
        () => yes(frame),
        () => no(frame),
      ),
  '@not_strictly_false':
    ([operand = none]) =>
    (frame) => {
      const value = operand(frame);
      frame.budget.spend(1);
      return value !== false;
    },
  '_==_': computing('_==_', (left, right, budget) => equals(left, right, budget)),
  '_!=_': computing('_!=_', (left, right, budget) => !equals(left, right, budget)),
  '@in': computing('@in', isIn),
  '_[_]': computing('_[_]', elementAt),
};
