import type { Budget } from '../evaluation/budget.ts';
import { type Evaluate, member } from '../typing/declarations.ts';
import { equals } from '../values/equality.ts';
import { Duration, Failure, ListValue, UnsignedInteger, type Value } from '../values/values.ts';
import { compare, isOrdered, OPERATORS } from './operators.ts';

const COMPARABLE = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];
const ZEROS: readonly (readonly [type: string, zero: Value])[] = [
  ['int', 0n],
  ['uint', new UnsignedInteger(0n)],
  ['double', 0],
  ['duration', new Duration(0n)],
];

const add: Evaluate = OPERATORS.find(({ name }) => name === '_+_')?.evaluate ?? (() => null);

/** Pairs that cannot be compared with each other are skipped; elements of an unordered type fail. */
const isSorted: Evaluate = ([list = null], budget) => {
  const values = elementsOf(list);
  for (const [index, value] of values.entries()) {
    if (!isOrdered(value)) return new Failure('no such overload');
    const before = values[index - 1];
    if (before !== undefined && (compare(before, value, budget) ?? 0) > 0) return false;
  }
  return true;
};

const sumFrom =
  (zero: Value): Evaluate =>
  ([list = null], budget) =>
    elementsOf(list).reduce((total, value) => (total instanceof Failure ? total : add([total, value], budget)), zero);

/** Returns the smallest or largest element. */
const extreme =
  (name: string, sign: number): Evaluate =>
  ([list = null], budget) => {
    const [first, ...others] = elementsOf(list);
    if (first === undefined) return new Failure(`${name} called on empty list`);
    let found = first;
    for (const value of others) {
      if (!isOrdered(value)) return new Failure('no such overload');
      if ((compare(value, found, budget) ?? 0) * sign > 0) found = value;
    }
    return found;
  };

const place =
  (isLast: boolean) =>
  ([list = null, wanted = null]: readonly Value[], budget: Budget): Value => {
    const values = elementsOf(list);
    const matches = (value: Value): boolean => equals(value, wanted, budget);
    return BigInt(isLast ? values.findLastIndex(matches) : values.findIndex(matches));
  };

const elementsOf = (list: Value): Value[] =>
  list instanceof ListValue ? Array.from({ length: list.length }, (_, index) => list.at(index)) : [];

/** The list library of Kubernetes. */
export const LISTS = [
  ...COMPARABLE.flatMap((type) => [
    member('isSorted', `list(${type}): bool`, isSorted),
    member('min', `list(${type}): ${type}`, extreme('min', -1)),
    member('max', `list(${type}): ${type}`, extreme('max', 1)),
  ]),
  ...ZEROS.map(([type, zero]) => member('sum', `list(${type}): ${type}`, sumFrom(zero))),
  member('indexOf', 'list(A), A: int', place(false)),
  member('lastIndexOf', 'list(A), A: int', place(true)),
];
