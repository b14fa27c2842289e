import { sortUtf8 } from '../../../api/encoding/utf8.ts';
import { isRecord } from '../../../api/object.ts';
import { compareQuantities, NULL_QUANTITY, parseQuantity } from '../../../api/values/quantity.ts';
import { asSent } from '../../../schema/sent-amounts.ts';
import { type GoCollection, type GoStruct, type GoType, memberOf } from './go-struct-types.ts';

/** Marks an absent value: the element exists only on the other side. */
export const NOTHING = Symbol('nothing');

/** Two values of one type and their differences, part by part. */
export interface Difference {
  readonly type: GoType;
  readonly before: unknown;
  readonly after: unknown;
  /** The parts of a struct, list, map or pointer target. Empty for values that are compared as a whole. */
  readonly parts: readonly Part[];
  /** The number of equal values that were compared as a whole. */
  readonly same: number;
  readonly different: number;
  /** The number of parts, including nested ones. */
  readonly descendants: number;
  readonly depth: number;
}

export interface Part {
  readonly key: string;
  readonly difference: Difference;
}

/** Reports whether a value is nil in Go. Empty lists and maps are, because they are stored as absent. */
export const isNil = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value).length === 0);

export function isZero(value: unknown, type: GoType): boolean {
  if (type.kind === 'struct') {
    return type.fields().every((field) => isZero(memberOf(value, type, field), field.type));
  }
  if (type.kind === 'pointer') return value === undefined || value === null;
  if (type.kind === 'scalar') return !value;
  return type.kind === 'quantity' ? value === undefined || value === '0' : isNil(value);
}

/** Compares two values of a type (go-cmp's Equal, as its reporter sees it). */
export function differenceOf(type: GoType, before: unknown, after: unknown): Difference {
  if (before === NOTHING || after === NOTHING) return whole(type, before, after, false);
  switch (type.kind) {
    case 'scalar':
      return whole(type, before, after, (before || type.zero) === (after || type.zero));
    case 'quantity':
      return whole(type, before, after, compareQuantities(quantityOf(before), quantityOf(after)) === 0);
    case 'struct':
      return composed(type, before, after, structParts(type, before, after));
    case 'pointer': {
      const [isAbsent, wasAbsent] = [after === undefined || after === null, before === undefined || before === null];
      if (isAbsent || wasAbsent) return whole(type, before, after, isAbsent && wasAbsent);
      return composed(type, before, after, [{ key: '', difference: differenceOf(type.element, before, after) }]);
    }
    default: {
      const [isAbsent, wasAbsent] = [isNil(after), isNil(before)];
      if (isAbsent || wasAbsent) return whole(type, before, after, isAbsent && wasAbsent);
      const parts = type.kind === 'list' ? listParts(type, before, after) : mapParts(type, before, after);
      return composed(type, before, after, parts);
    }
  }
}

export const quantityOf = (value: unknown) => (value == null ? NULL_QUANTITY : parseQuantity(String(value)));

const whole = (type: GoType, before: unknown, after: unknown, isSame: boolean): Difference => ({
  type,
  before,
  after,
  parts: [],
  same: isSame ? 1 : 0,
  different: isSame ? 0 : 1,
  descendants: 0,
  depth: 0,
});

function composed(type: GoType, before: unknown, after: unknown, parts: readonly Part[]): Difference {
  const sum = (count: (difference: Difference) => number) =>
    parts.reduce((total, { difference }) => total + count(difference), 0);
  return {
    type,
    before,
    after,
    parts,
    same: sum(({ same }) => same),
    different: sum(({ different }) => different),
    descendants: sum(({ descendants }) => descendants + 1),
    depth: Math.max(0, ...parts.map(({ difference }) => difference.depth + 1)),
  };
}

const structParts = (type: GoStruct, before: unknown, after: unknown): Part[] =>
  type.fields().map((field) => ({
    key: field.name,
    difference: differenceOf(field.type, memberOf(before, type, field), memberOf(after, type, field)),
  }));

function mapParts({ element, keyPrefix = '' }: GoCollection, before: unknown, after: unknown): Part[] {
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const valueIn = (map: Record<string, unknown>, key: string) =>
    Object.hasOwn(map, key) ? asSent(map, key, map[key]) : NOTHING;
  return sortUtf8([...new Set([...Object.keys(old), ...Object.keys(now)])]).map((key) => ({
    key: keyPrefix + JSON.stringify(key),
    difference: differenceOf(element, valueIn(old, key), valueIn(now, key)),
  }));
}

/** Aligns equal elements, and pairs the elements between them where they are similar. */
function listParts({ element }: GoCollection, before: unknown, after: unknown): Part[] {
  const [old, now] = [before as readonly unknown[], after as readonly unknown[]];
  const parts: Part[] = [];
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...commonElements(element, old, now), [old.length, now.length] as const]) {
    parts.push(...pairs(element, old.slice(x, nextX), now.slice(y, nextY)));
    if (nextX < old.length) parts.push({ key: '', difference: differenceOf(element, old[nextX], now[nextY]) });
    [x, y] = [nextX + 1, nextY + 1];
  }
  return parts;
}

function pairs(element: GoType, old: readonly unknown[], now: readonly unknown[]): Part[] {
  const parts: Part[] = [];
  const push = (difference: Difference) => parts.push({ key: '', difference });
  for (let index = 0; index < Math.max(old.length, now.length); index++) {
    const [before, after] = [index < old.length ? old[index] : NOTHING, index < now.length ? now[index] : NOTHING];
    const both = differenceOf(element, before, after);
    if (before === NOTHING || after === NOTHING || both.same + 1 >= both.different) push(both);
    else {
      push(differenceOf(element, before, NOTHING));
      push(differenceOf(element, NOTHING, after));
    }
  }
  return parts;
}

/** Returns the positions of the longest common subsequence. */
function commonElements(element: GoType, old: readonly unknown[], now: readonly unknown[]) {
  const isSame = old.map((x) => now.map((y) => differenceOf(element, x, y).different === 0));
  const lengths = old.map(() => now.map(() => 0));
  const lengthAt = (x: number, y: number): number => lengths[x]?.[y] ?? 0;
  for (let x = old.length - 1; x >= 0; x--) {
    for (let y = now.length - 1; y >= 0; y--) {
      const row = lengths[x] ?? [];
      row[y] = isSame[x]?.[y] ? lengthAt(x + 1, y + 1) + 1 : Math.max(lengthAt(x + 1, y), lengthAt(x, y + 1));
    }
  }
  const common: (readonly [number, number])[] = [];
  for (let [x, y] = [0, 0]; x < old.length && y < now.length; ) {
    if (isSame[x]?.[y]) common.push([x++, y++]);
    else if (lengthAt(x + 1, y) >= lengthAt(x, y + 1)) x += 1;
    else y += 1;
  }
  return common;
}
