import { compareUtf8 } from '../../api/encoding/utf8.ts';
import { isBytes } from '../../api/realms.ts';
import type { Budget } from '../evaluation/budget.ts';
import { operator } from '../typing/declarations.ts';
import { compareBytes, compareNumbers, isNumber, sameKeys } from '../values/equality.ts';
import { isTimestamp, secondsOf } from '../values/time-text.ts';
import { ArrayList, Duration, Failure, ListValue, Timestamp, UnsignedInteger, type Value } from '../values/values.ts';

const NO_OVERLOAD = 'no such overload';
const INTEGER_OVERFLOW = 'integer overflow';
const UNSIGNED_OVERFLOW = 'unsigned integer overflow';

/**
 * Returns cel-go's failure for a wrong operand: it names the operator if the left operand's type never supports it and
 * has no methods.
 */
export const noOverload = (name: string, operand: Value, isOperand: boolean): Failure =>
  new Failure(isOperand || typeof operand === 'string' || isTime(operand) ? NO_OVERLOAD : `${NO_OVERLOAD}: ${name}`);

const isTime = (value: Value): boolean => value instanceof Timestamp || value instanceof Duration;
const isText = (value: Value): boolean => typeof value === 'string' || isBytes(value);

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
  /** Message for division by zero, if the operator divides. */
  readonly byZero?: string;
  readonly others?: (left: Value, right: Value, budget: Budget) => Value | undefined;
  /** Reports whether a value can be the left operand. */
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
  if (isBytes(left) && isBytes(right)) return Uint8Array.from([...left, ...right]);
  if (left instanceof Duration && right instanceof Duration) return duration(left.nanoseconds + right.nanoseconds);
  if (left instanceof Timestamp && right instanceof Duration) return timestamp(left.nanoseconds + right.nanoseconds);
  if (left instanceof Duration && right instanceof Timestamp) return timestamp(left.nanoseconds + right.nanoseconds);
  return undefined;
}

/** Concatenates lists; adding to a set or keyed list replaces elements with the same keys. */
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

/** Reports whether values of this type are ordered. */
export const isOrdered = (value: Value): boolean =>
  isNumber(value) || isTime(value) || isText(value) || typeof value === 'boolean';

/**
 * Returns a negative number, zero or a positive number; NaN if an operand is NaN; undefined when the values cannot be
 * compared.
 */
export function compare(left: Value, right: Value, budget: Budget): number | undefined {
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  if (typeof left === 'string' && typeof right === 'string') {
    budget.work(Math.min(left.length, right.length) / 64);
    return compareUtf8(left, right);
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (left instanceof Timestamp && right instanceof Timestamp) return Number(left.nanoseconds - right.nanoseconds);
  if (left instanceof Duration && right instanceof Duration) return Number(left.nanoseconds - right.nanoseconds);
  if (isBytes(left) && isBytes(right)) return compareBytes(left, right);
  return undefined;
}

const comparison = (name: string, types: readonly string[], holds: (order: number) => boolean) =>
  operator(name, types, ([left = null, right = null], budget) => {
    const order = compare(left, right, budget);
    if (order === undefined) return noOverload(name, left, isOrdered(left));
    return Number.isNaN(order) ? new Failure('NaN values cannot be ordered') : holds(order);
  });

const NUMBERS = ['int', 'uint', 'double'];
/** Signatures with two number types. */
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

/** Comparisons of different number types, which new expressions may not use yet. */
export const MIXED_COMPARISONS = comparisons(MIXED);

/**
 * Declares an operator that the planner implements itself, because it does not simply evaluate all operands: `&&`,
 * `||`, `?:`, `==`, `in` and indexing.
 */
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
