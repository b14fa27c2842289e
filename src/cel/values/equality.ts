import { isBytes } from '../../api/realms.ts';
import type { Budget } from '../evaluation/budget.ts';
import { Duration, ListValue, MapValue, Opaque, Timestamp, TypeValue, UnsignedInteger, type Value } from './values.ts';

/** Reports whether two values are equal; numbers are compared by value across types. */
export function equals(left: Value, right: Value, budget: Budget): boolean {
  budget.work(1);
  if (typeof left === 'string' || typeof left === 'boolean' || left === null) {
    if (typeof left === 'string') budget.work(left.length / 64);
    return left === right;
  }
  if (isNumber(left)) return isNumber(right) && compareNumbers(left, right) === 0;
  if (left instanceof ListValue) return right instanceof ListValue && equalLists(left, right, budget);
  if (left instanceof MapValue) return right instanceof MapValue && equalMaps(left, right, budget);
  if (left instanceof Timestamp) return right instanceof Timestamp && left.nanoseconds === right.nanoseconds;
  if (left instanceof Duration) return right instanceof Duration && left.nanoseconds === right.nanoseconds;
  if (isBytes(left)) return isBytes(right) && compareBytes(left, right) === 0;
  if (left instanceof TypeValue) return right instanceof TypeValue && left.name === right.name;
  return left instanceof Opaque && right instanceof Opaque && left.typeName === right.typeName && left.equals(right);
}

export type NumberValue = bigint | number | UnsignedInteger;

export const isNumber = (value: Value): value is NumberValue =>
  typeof value === 'bigint' || typeof value === 'number' || value instanceof UnsignedInteger;

/** Returns a negative number, zero or a positive number; NaN if an operand is NaN. */
export function compareNumbers(left: NumberValue, right: NumberValue): number {
  const first = left instanceof UnsignedInteger ? left.value : left;
  const second = right instanceof UnsignedInteger ? right.value : right;
  if (first < second) return -1;
  if (first > second) return 1;
  return Number.isNaN(first) || Number.isNaN(second) ? Number.NaN : 0;
}

export function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function equalLists(left: ListValue, right: ListValue, budget: Budget): boolean {
  if (left.length !== right.length) return false;
  const keys = left.type?.kind === 'list' ? left.type.keys : undefined;
  for (let index = 0; index < left.length; index++) {
    const element = left.at(index);
    const isFound = keys ? findMatch(right, element, keys, budget) : equals(element, right.at(index), budget);
    if (!isFound) return false;
  }
  return true;
}

/** Finds an element by value or keys, because the order of sets and keyed lists does not matter. */
function findMatch(list: ListValue, wanted: Value, keys: readonly string[], budget: Budget): boolean {
  for (let index = 0; index < list.length; index++) {
    const element = list.at(index);
    if (sameKeys(element, wanted, keys, budget)) return equals(element, wanted, budget);
  }
  return false;
}

/** Reports whether two elements are the same: by value in a set, by keys in a keyed list. */
export function sameKeys(left: Value, right: Value, keys: readonly string[], budget: Budget): boolean {
  if (keys.length === 0) return equals(left, right, budget);
  if (!(left instanceof MapValue && right instanceof MapValue)) return false;
  return keys.every((key) => equals(left.get(key) ?? null, right.get(key) ?? null, budget));
}

function equalMaps(left: MapValue, right: MapValue, budget: Budget): boolean {
  const { size } = left;
  budget.work(size);
  if (size !== right.size) return false;
  return left.keys().every((key) => {
    const other = right.get(key);
    return other !== undefined && equals(left.get(key) ?? null, other, budget);
  });
}
