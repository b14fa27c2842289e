import { isBytes } from '../../api/realms.ts';
import { ListValue, MapValue, type Value } from '../values/values.ts';

/** Cost of reading one character. */
const READING = 0.1;
/** Cost factor per character of a regular expression: about four characters make one state. */
const PATTERN = 0.25;

export const LIST_COST = 10;
export const MAP_COST = 30;

/** Returns the cost of a function call in the model of cel-go and Kubernetes, once its result is known. */
export function callCost(name: string, args: readonly Value[], result: Value): number {
  const cost = COSTS[name];
  return cost ? cost(args, result) : 1;
}

type Cost = (args: readonly Value[], result: Value) => number;

const reading = (value: Value | undefined): number => Math.ceil(sizeOf(value) * READING);
const matching: Cost = ([text, pattern]) =>
  Math.ceil((1 + sizeOf(text)) * READING) * Math.ceil(sizeOf(pattern) * PATTERN);
const comparing: Cost = ([left, right]) =>
  isText(left) && isText(right) ? Math.ceil(Math.min(sizeOf(left), sizeOf(right)) * READING) : 1;
const first: Cost = ([value]) => reading(value);
const second: Cost = ([, value]) => reading(value);
const twice: Cost = ([value]) => Math.ceil(sizeOf(value) * 2 * READING);
const traversing: Cost = ([value]) => traversalCost(value ?? null);

const COSTS: Readonly<Record<string, Cost>> = {
  '_<_': comparing,
  '_<=_': comparing,
  '_>_': comparing,
  '_>=_': comparing,
  '_==_': comparing,
  '_!=_': comparing,
  '_+_': ([left, right]) => (isText(left) && isText(right) ? Math.ceil((sizeOf(left) + sizeOf(right)) * READING) : 1),
  '@in': ([, container]) => (container instanceof ListValue ? container.length : 1),
  startsWith: second,
  endsWith: second,
  contains: ([text, part]) => reading(text) * reading(part),
  matches: matching,
  find: matching,
  findAll: matching,
  check: () => 350_000,
  isSorted: traversing,
  sum: traversing,
  max: traversing,
  min: traversing,
  indexOf: traversing,
  lastIndexOf: traversing,
  url: first,
  lowerAscii: first,
  upperAscii: first,
  substring: first,
  trim: first,
  replace: twice,
  split: twice,
  join: (_, result) => Math.ceil(sizeOf(result) * 2 * READING),
  bytes: ([value]) => (typeof value === 'string' ? reading(value) : 1),
  string: ([value]) => (isBytes(value) ? reading(value) : 1),
};

const isText = (value: Value | undefined): boolean => typeof value === 'string' || isBytes(value);

function sizeOf(value: Value | undefined): number {
  if (typeof value === 'string' || isBytes(value) || value instanceof ListValue) return value.length;
  return value instanceof MapValue ? value.size : 1;
}

function traversalCost(value: Value): number {
  if (typeof value === 'string' || isBytes(value)) return Math.floor(value.length * READING);
  if (value instanceof ListValue) {
    let cost = 0;
    for (let index = 0; index < value.length; index++) cost += traversalCost(value.at(index));
    return cost;
  }
  if (!(value instanceof MapValue)) return 1;
  return value
    .keys()
    .reduce<number>((cost, key) => cost + traversalCost(key) + traversalCost(value.get(key) ?? null), 0);
}
