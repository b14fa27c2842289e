import type { Budget } from '../evaluation/budget.ts';
import { operator } from '../typing/declarations.ts';
import { compareBytes, compareNumbers, isNumber, sameKeys } from '../values/equality.ts';
import { isTimestamp, secondsOf } from '../values/time-text.ts';
import { ArrayList, Duration, Failure, ListValue, Timestamp, UnsignedInteger, type Value } from '../values/values.ts';

const NO_OVERLOAD = 'no such overload';
const INTEGER_OVERFLOW = 'integer overflow';
const UNSIGNED_OVERFLOW = 'unsigned integer overflow';

/** An operand that never could be one is told with the name of the operator, but for those that have methods. */
export const noOverload = (name: string, operand: Value, isOperand: boolean): Failure =>
  new Failure(isOperand || typeof operand === 'string' || isTime(operand) ? NO_OVERLOAD : `${NO_OVERLOAD}: ${name}`);

const isTime = (value: Value): boolean => value instanceof Timestamp || value instanceof Duration;
const isText = (value: Value): boolean => typeof value === 'string' || value instanceof Uint8Array;

export const int = (value: bigint): Value =>
  BigInt.asIntN(64, value) === value ? value : new Failure(INTEGER_OVERFLOW);
export const uint = (value: bigint): Value =>
  BigInt.asUintN(64, value) === value ? new UnsignedInteger(value) : new Failure(UNSIGNED_OVERFLOW);
export const duration = (nanoseconds: bigint): Value =>
  BigInt.asIntN(64, nanoseconds) === nanoseconds ? new Duration(nanoseconds) : new Failure('duration overflow');
export const timestamp = (nanoseconds: bigint): Value => {
  const value = new Timestamp(nanoseconds);
  return isTimestamp(secondsOf(value)) ? value : new Failure('timestamp overflow');
};

interface Arithmetic {
  readonly name: string;
  readonly integers: (left: bigint, right: bigint) => bigint;
  readonly doubles?: (left: number, right: number) => number;
  /** What dividing by zero is called, where it can happen. */
  readonly byZero?: string;
  readonly others?: (left: Value, right: Value, budget: Budget) => Value | undefined;
  /** What may stand on the left. */
  readonly isOperand: (left: Value) => boolean;
}

const arithmetic =
  ({ name, integers, doubles, byZero, others, isOperand }: Arithmetic) =>
  ([left = null, right = null]: readonly Value[], budget: Budget): Value => {
    if (typeof left === 'bigint' && typeof right === 'bigint') {
      return byZero && right === 0n ? new Failure(byZero) : int(integers(left, right));
    }
    if (typeof left === 'number' && typeof right === 'number' && doubles) return doubles(left, right);
    if (left instanceof UnsignedInteger && right instanceof UnsignedInteger) {
      return byZero && right.value === 0n ? new Failure(byZero) : uint(integers(left.value, right.value));
    }
    return others?.(left, right, budget) ?? noOverload(name, left, isOperand(left));
  };

function addOthers(left: Value, right: Value, budget: Budget): Value | undefined {
  if (typeof left === 'string' && typeof right === 'string') {
    budget.work((left.length + right.length) / 64);
    return left + right;
  }
  if (left instanceof ListValue && right instanceof ListValue) return concatenate(left, right, budget);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Uint8Array.from([...left, ...right]);
  if (left instanceof Duration && right instanceof Duration) return duration(left.nanoseconds + right.nanoseconds);
  if (left instanceof Timestamp && right instanceof Duration) return timestamp(left.nanoseconds + right.nanoseconds);
  if (left instanceof Duration && right instanceof Timestamp) return timestamp(left.nanoseconds + right.nanoseconds);
  return undefined;
}

/** Adding to a set or a keyed list replaces what has the same keys. */
function concatenate(left: ListValue, right: ListValue, budget: Budget): Value {
  budget.work(left.length + right.length);
  const elements = Array.from({ length: left.length }, (_, index) => left.at(index));
  const keys = left.type?.kind === 'list' ? left.type.keys : undefined;
  for (let index = 0; index < right.length; index++) {
    const added = right.at(index);
    const place = keys ? elements.findIndex((element) => sameKeys(element, added, keys, budget)) : -1;
    if (place < 0) elements.push(added);
    else elements[place] = added;
  }
  return new ArrayList(elements);
}

function subtractOthers(left: Value, right: Value): Value | undefined {
  if (left instanceof Timestamp && right instanceof Timestamp) return duration(left.nanoseconds - right.nanoseconds);
  if (left instanceof Timestamp && right instanceof Duration) return timestamp(left.nanoseconds - right.nanoseconds);
  if (left instanceof Duration && right instanceof Duration) return duration(left.nanoseconds - right.nanoseconds);
  return undefined;
}

function negate([value = null]: readonly Value[]): Value {
  if (typeof value === 'bigint') return int(-value);
  if (value instanceof Duration) return duration(-value.nanoseconds);
  return typeof value === 'number' ? -value : noOverload('-_', value, typeof value === 'boolean');
}

/** What has an order with others of its type. */
export const isOrdered = (value: Value): boolean =>
  isNumber(value) || isTime(value) || isText(value) || typeof value === 'boolean';

/** Negative, zero or positive, or NaN as soon as one is; undefined when there is no order between the two. */
export function compare(left: Value, right: Value, budget: Budget): number | undefined {
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  if (typeof left === 'string' && typeof right === 'string') {
    budget.work(Math.min(left.length, right.length) / 64);
    return compareTexts(left, right);
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (left instanceof Timestamp && right instanceof Timestamp) return Number(left.nanoseconds - right.nanoseconds);
  if (left instanceof Duration && right instanceof Duration) return Number(left.nanoseconds - right.nanoseconds);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return compareBytes(left, right);
  return undefined;
}

/** By code points, which is the order of the bytes in UTF-8; JavaScript's own order is that of UTF-16. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  let at = 0;
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  const [first, second] = [left.charCodeAt(at), right.charCodeAt(at)];
  if (Number.isNaN(first) || Number.isNaN(second)) return left.length - right.length;
  const areSurrogates = [first, second].map((unit) => unit >= 0xd800 && unit <= 0xdfff);
  return areSurrogates[0] === areSurrogates[1] ? first - second : areSurrogates[0] ? 1 : -1;
}

const comparison = (name: string, types: readonly string[], holds: (order: number) => boolean) =>
  operator(name, types, ([left = null, right = null], budget) => {
    const order = compare(left, right, budget);
    if (order === undefined) return noOverload(name, left, isOrdered(left));
    return Number.isNaN(order) ? new Failure('NaN values cannot be ordered') : holds(order);
  });

const NUMBERS = ['int', 'uint', 'double'];
/** Numbers of two types. */
const MIXED = NUMBERS.flatMap((left) =>
  NUMBERS.filter((right) => right !== left).map((right) => `${left}, ${right}: bool`),
);
const ORDERED = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'timestamp', 'duration'].map(
  (type) => `${type}, ${type}: bool`,
);

const comparisons = (types: readonly string[]) => [
  ...comparison('_<_', types, (order) => order < 0),
  ...comparison('_<=_', types, (order) => order <= 0),
  ...comparison('_>_', types, (order) => order > 0),
  ...comparison('_>=_', types, (order) => order >= 0),
];

/** Comparisons of an int with a double and the like: new expressions may not write them yet. */
export const MIXED_COMPARISONS = comparisons(MIXED);

/** `&&`, `||`, `?:`, `==`, `in` and indexing decide by more than their values: the plan computes them itself. */
const planned = (name: string, ...types: readonly string[]) => operator(name, types, () => new Failure(NO_OVERLOAD));

const sum: Arithmetic = {
  name: '_+_',
  integers: (left, right) => left + right,
  doubles: (left, right) => left + right,
  others: addOthers,
  isOperand: (left) => isNumber(left) || isText(left) || left instanceof ListValue,
};
const difference: Arithmetic = {
  name: '_-_',
  integers: (left, right) => left - right,
  doubles: (left, right) => left - right,
  others: subtractOthers,
  isOperand: isNumber,
};
const product: Arithmetic = {
  name: '_*_',
  integers: (left, right) => left * right,
  doubles: (left, right) => left * right,
  isOperand: isNumber,
};
const quotient: Arithmetic = {
  name: '_/_',
  integers: (left, right) => left / right,
  doubles: (left, right) => left / right,
  byZero: 'division by zero',
  isOperand: isNumber,
};
const remainder: Arithmetic = {
  name: '_%_',
  integers: (left, right) => left % right,
  byZero: 'modulus by zero',
  isOperand: (left) => isNumber(left) && typeof left !== 'number',
};

const same = (...types: readonly string[]): string[] => types.map((type) => `${type}, ${type}: ${type}`);

export const OPERATORS = [
  ...planned('_?_:_', 'bool, T, T: T'),
  ...planned('_&&_', 'bool, bool: bool'),
  ...planned('_||_', 'bool, bool: bool'),
  ...planned('@not_strictly_false', 'bool: bool'),
  ...planned('_==_', 'T, T: bool'),
  ...planned('_!=_', 'T, T: bool'),
  ...planned('@in', 'T, list(T): bool', 'K, map(K, V): bool'),
  ...planned('_[_]', 'list(T), int: T', 'map(K, V), K: V'),
  ...operator('!_', ['bool: bool'], ([value = null]) =>
    typeof value === 'boolean' ? !value : new Failure(NO_OVERLOAD),
  ),
  ...comparisons(ORDERED),
  ...operator(
    '_+_',
    [
      ...same('bytes', 'double', 'duration'),
      'duration, timestamp: timestamp',
      'timestamp, duration: timestamp',
      ...same('int', 'list(T)', 'string', 'uint'),
    ],
    arithmetic(sum),
  ),
  ...operator(
    '_-_',
    [
      ...same('double', 'duration', 'int'),
      'timestamp, duration: timestamp',
      'timestamp, timestamp: duration',
      ...same('uint'),
    ],
    arithmetic(difference),
  ),
  ...operator('_*_', same('double', 'int', 'uint'), arithmetic(product)),
  ...operator('_/_', same('double', 'int', 'uint'), arithmetic(quotient)),
  ...operator('_%_', same('int', 'uint'), arithmetic(remainder)),
  ...operator('-_', ['double: double', 'int: int'], negate),
];
