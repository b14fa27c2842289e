import { isEqualJson } from '../../api/memory/equal-json.ts';
import { isRecord, memberOf } from '../../api/object.ts';
import { goType } from '../../schema/go-format.ts';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { hasSentEmpties } from '../../schema/sent-empties.ts';
import { fieldElement, type PathElement } from '../field-path.ts';
import { elementsOf } from '../list-elements.ts';
import { SetLevel } from '../set-level.ts';
import { asList, asMap, isAtomic } from '../typed-value.ts';
import { type Change, Changes, including, whole } from './changes.ts';

/** Compares valid values of one schema. */
export interface Comparer {
  /** Returns the difference between two values that are not undefined. */
  compare(before: unknown, after: unknown): Change;
  /** Returns the paths below a value that appears or disappears; undefined for a value that is owned as a whole. */
  below(value: unknown): SetLevel | undefined;
}

const comparers = new WeakMap<Schema, Comparer>();

export function comparerOf(schema: Schema): Comparer {
  let comparer = comparers.get(schema);
  if (!comparer) {
    comparer = createComparer(schema);
    comparers.set(schema, comparer);
  }
  return comparer;
}

function createComparer(schema: Schema): Comparer {
  switch (schema.kind) {
    case 'any':
      return UNTYPED;
    case 'scalar':
      return WHOLE;
    case 'list':
      return isAtomic(schema) ? WHOLE : new ListComparer(schema);
    case 'map':
      return isAtomic(schema) ? WHOLE : mapComparer(schema);
    case 'struct':
      return isAtomic(schema) ? WHOLE : structComparer(schema);
  }
}

/** Compares two values of which either may be undefined. */
export function compareAny(comparer: Comparer, before: unknown, after: unknown): Change {
  if (before === after) return undefined;
  if (before === undefined) return whole('added', comparer.below(after));
  if (after === undefined) return whole('removed', comparer.below(before));
  return comparer.compare(before, after);
}

const nothingBelow = (): undefined => undefined;

const WHOLE: Comparer = {
  compare: (before, after) => (isEqualJson(before, after) && !hasEmptiesInLists(after) ? undefined : 'modified'),
  below: nothingBelow,
};

/** The real server compares lists within whole values as Go does: an empty list or map differs from an absent one. */
const hasEmptiesInLists = (value: unknown): boolean =>
  Array.isArray(value) ? hasSentEmpties(value) : isRecord(value) && Object.values(value).some(hasEmptiesInLists);

/**
 * The real server treats raw JSON within a built-in kind as opaque: only adding, removing and changing its type are
 * changes.
 */
const OPAQUE: Comparer = {
  compare: (before, after) => (goType(before) === goType(after) ? undefined : 'modified'),
  below: nothingBelow,
};

/** The comparer of a member whose ownership is not tracked. */
export const UNTRACKED = 'untracked';

interface Member {
  readonly element: PathElement;
  readonly comparer: Comparer | typeof UNTRACKED;
}

/** @param own comparers of members that replace those of the schema */
export function structComparer(
  { fields, name: definition }: StructSchema,
  own?: Readonly<Record<string, Member['comparer']>>,
): Comparer {
  const known = new Map<string, Member>();
  // Created on first use, because a struct may contain itself.
  const create = (name: string): Member => {
    const { schema } = fields.get(name) ?? {};
    const isRaw = definition !== undefined && (!schema || schema.kind === 'any');
    const comparer = own?.[name] ?? (isRaw ? OPAQUE : schema ? comparerOf(schema) : UNTYPED);
    const member = { element: fieldElement(name), comparer };
    if (schema || own?.[name]) known.set(name, member);
    return member;
  };
  return new MembersComparer((name) => known.get(name) ?? create(name));
}

function mapComparer({ values }: MapSchema): Comparer {
  let comparer: Comparer | undefined; // created on first use, because a struct may contain itself
  return new MembersComparer((name) => {
    comparer ??= comparerOf(values);
    return { element: fieldElement(name), comparer };
  });
}

function countMembers(map: Readonly<Record<string, unknown>> | undefined): number {
  let count = 0;
  for (const name in map) if (map[name] !== undefined) count++;
  return count;
}

class MembersComparer implements Comparer {
  readonly #member: (name: string) => Member;

  constructor(member: (name: string) => Member) {
    this.#member = member;
  }

  compare(before: unknown, after: unknown): Change {
    const left = asMap(before);
    const right = asMap(after);
    let changes: Changes | undefined;
    let common = 0;
    let count = 0;
    for (const name in right) {
      const value = right[name];
      if (value === undefined) continue;
      count++;
      const old = memberOf(left, name);
      if (old !== undefined) common++;
      if (old === value) continue;
      const { element, comparer } = this.#member(name);
      if (comparer === UNTRACKED) continue;
      if (old === undefined) {
        changes ??= new Changes();
        changes.includeWhole(element, 'added', comparer.below(value));
      } else changes = including(changes, element, comparer.compare(old, value));
    }
    const known = countMembers(left);
    if (count === 0 && known === 0) return WHOLE.compare(before, after);
    return left && common < known ? this.#removed(left, right, changes) : changes;
  }

  /** Adds the members that only the previous value has. */
  #removed(
    left: Readonly<Record<string, unknown>>,
    right: Readonly<Record<string, unknown>> | undefined,
    found: Changes | undefined,
  ): Changes | undefined {
    let changes = found;
    for (const name in left) {
      const old = left[name];
      if (old === undefined || memberOf(right, name) !== undefined) continue;
      const { element, comparer } = this.#member(name);
      if (comparer === UNTRACKED) continue;
      changes ??= new Changes();
      changes.includeWhole(element, 'removed', comparer.below(old));
    }
    return changes;
  }

  below(value: unknown): SetLevel | undefined {
    const map = asMap(value);
    let level: SetLevel | undefined;
    for (const name in map) {
      const member = map[name];
      if (member === undefined) continue;
      const { element, comparer } = this.#member(name);
      if (comparer !== UNTRACKED) level = (level ?? SetLevel.empty()).with(element, true, comparer.below(member));
    }
    return level;
  }
}

class ListComparer implements Comparer {
  readonly #schema: ListSchema;
  #items: Comparer | undefined; // found on first use, because a struct may contain itself

  constructor(schema: ListSchema) {
    this.#schema = schema;
  }

  compare(before: unknown, after: unknown): Change {
    const [left, right] = [asList(before) ?? [], asList(after) ?? []];
    if (left.length === 0 && right.length === 0) return WHOLE.compare(before, after);
    this.#items ??= comparerOf(this.#schema.items);
    const elements = elementsOf(this.#schema);
    const shared = Math.min(left.length, right.length);
    let changes: Changes | undefined;
    let index = 0;
    for (; index < shared && elements.isSame(left[index], right[index]); index++) {
      const change = compareAny(this.#items, left[index], right[index]);
      if (change !== undefined) changes = including(changes, elements.pathElement(left[index]), change);
    }
    if (index === left.length && index === right.length) return changes;
    return this.#compareByElement(left.slice(index), right.slice(index), this.#items, changes);
  }

  #compareByElement(
    left: readonly unknown[],
    right: readonly unknown[],
    items: Comparer,
    before: Changes | undefined,
  ): Changes | undefined {
    const elements = elementsOf(this.#schema);
    let changes = before;
    const added = this.#byElement(right);
    for (const item of left) {
      const element = elements.pathElement(item);
      changes = including(changes, element, compareAny(items, item, added.get(element)));
      added.delete(element);
    }
    for (const [element, item] of added) changes = including(changes, element, compareAny(items, undefined, item));
    return changes;
  }

  below(value: unknown): SetLevel | undefined {
    const list = asList(value) ?? [];
    if (list.length === 0) return undefined;
    this.#items ??= comparerOf(this.#schema.items);
    let level = SetLevel.empty();
    for (const [element, item] of this.#byElement(list)) level = level.with(element, true, this.#items.below(item));
    return level;
  }

  /** Of elements with the same key, the last one counts. */
  #byElement(list: readonly unknown[]): Map<PathElement, unknown> {
    const elements = elementsOf(this.#schema);
    const items = new Map<PathElement, unknown>();
    for (const item of list) items.set(elements.pathElement(item), item);
    return items;
  }
}

/** Values without a schema are compared by their type: maps by member, others as a whole. Null has any type. */
const UNTYPED: Comparer = {
  compare(before, after) {
    const [left, right] = [comparerByType(before), comparerByType(after)];
    const change = right.compare(before, after);
    return left === right ? change : together(left.compare(before, after), change);
  },
  below: (value) => comparerByType(value).below(value),
};

const FREE_MAP = new MembersComparer((name) => ({ element: fieldElement(name), comparer: UNTYPED }));

const comparerByType = (value: unknown): Comparer => (value === null || asMap(value) ? FREE_MAP : WHOLE);

/** Joins the changes when a map becomes a value of another type, or the reverse. One of the two changes the path itself. */
function together(first: Change, second: Change): Change {
  const own = second instanceof Changes ? second.own : second;
  for (const changes of [first, second]) {
    if (changes instanceof Changes) {
      changes.own = own ?? (first instanceof Changes ? first.own : first);
      return changes;
    }
  }
  return own ?? first;
}
