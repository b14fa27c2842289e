import type { Budget } from '../budget.ts';
import { type Evaluate, member } from '../declarations.ts';
import { equals } from '../equality.ts';
import { Duration, Failure, ListValue, UnsignedInteger, type Value } from '../values.ts';
import { compare, OPERATORS } from './operators.ts';

const COMPARABLE = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];
const ZEROS: readonly (readonly [type: string, zero: Value])[] = [
  ['int', 0n],
  ['uint', new UnsignedInteger(0n)],
  ['double', 0],
  ['duration', new Duration(0n)],
];

const add: Evaluate = OPERATORS.find(({ name }) => name === '_+_')?.evaluate ?? (() => null);

const isSorted: Evaluate = ([list = null], budget) => {
  const values = elementsOf(list);
  for (let index = 1; index < values.length; index++) {
    const order = compare(values[index - 1] ?? null, values[index] ?? null, budget);
    if (order === undefined) return new Failure('no such overload');
    if (order > 0) return false;
  }
  return true;
};

const sumFrom =
  (zero: Value): Evaluate =>
  ([list = null], budget) =>
    elementsOf(list).reduce((total, value) => (total instanceof Failure ? total : add([total, value], budget)), zero);

/** The least or the greatest element. */
const extreme =
  (name: string, sign: number): Evaluate =>
  ([list = null], budget) => {
    const [first, ...others] = elementsOf(list);
    if (first === undefined) return new Failure(`${name} called on empty list`);
    let found = first;
    for (const value of others) {
      const order = compare(value, found, budget);
      if (order === undefined) return new Failure('no such overload');
      if (order * sign > 0) found = value;
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

/** What Kubernetes adds for lists. */
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
