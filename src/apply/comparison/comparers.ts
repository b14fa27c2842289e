import { memberOf } from '../../api/object.ts';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { fieldElement, type PathElement } from '../field-path.ts';
import { elementsOf, type ListElements } from '../list-elements.ts';
import { asList, asMap, isAtomic, isEmptyMap, sameValue } from '../typed-value.ts';
import { type Change, Changes, including } from './changes.ts';

/** Compares two valid values of one schema; undefined is an absent value. */
export type Comparer = (before: unknown, after: unknown) => Change;

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
      return compareUntyped;
    case 'scalar':
      return compareWhole;
    case 'list':
      return isAtomic(schema) ? compareWhole : listComparer(schema);
    case 'map':
      return isAtomic(schema) ? compareWhole : mapComparer(schema);
    case 'struct':
      return isAtomic(schema) ? compareWhole : structComparer(schema);
  }
}

export const compareWhole: Comparer = (before, after) => {
  if (before === after) return undefined;
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  return sameValue(before, after) ? undefined : 'modified';
};

/** The real server treats raw JSON within a built-in kind as opaque: it is only added or removed as a whole. */
const compareOpaque: Comparer = (before, after) => compareWhole(opaque(before), opaque(after));

const OPAQUE = {};
const opaque = (value: unknown): unknown => (value === undefined || value === null ? value : OPAQUE);

interface MemberComparer {
  readonly element: PathElement;
  readonly compare: Comparer;
}

/** @param own comparers of members that replace those of the schema */
export function structComparer(
  { fields, name: definition }: StructSchema,
  own?: Readonly<Record<string, Comparer>>,
): Comparer {
  const known = new Map<string, MemberComparer>();
  // Created on first use, because a struct may contain itself.
  const create = (name: string): MemberComparer => {
    const { schema } = fields.get(name) ?? {};
    const isRaw = definition !== undefined && (!schema || schema.kind === 'any');
    const compare = own?.[name] ?? (isRaw ? compareOpaque : schema ? comparerOf(schema) : compareUntyped);
    const member = { element: fieldElement(name), compare };
    if (schema || own?.[name]) known.set(name, member);
    return member;
  };
  return membersComparer((name) => known.get(name) ?? create(name));
}

function mapComparer({ values }: MapSchema): Comparer {
  let compare: Comparer | undefined; // created on first use, because a struct may contain itself
  return membersComparer((name) => {
    compare ??= comparerOf(values);
    return { element: fieldElement(name), compare };
  });
}

function membersComparer(comparerFor: (name: string) => MemberComparer): Comparer {
  return (before, after) => {
    if (before === after) return undefined;
    const [left, right] = [asMap(before), asMap(after)];
    if (isEmptyMap(left) && isEmptyMap(right)) return compareWhole(before, after);
    let changes: Changes | undefined;
    for (const name in left) {
      const [old, value] = [left[name], memberOf(right, name)];
      if (old === undefined || old === value) continue;
      const { element, compare } = comparerFor(name);
      changes = including(changes, element, compare(old, value));
    }
    for (const name in right) {
      const value = right[name];
      if (value === undefined || memberOf(left, name) !== undefined) continue;
      const { element, compare } = comparerFor(name);
      changes = including(changes, element, compare(undefined, value));
    }
    return withContainer(changes, before, after);
  };
}

/** Adds the path of a container that appears or disappears. */
function withContainer(changes: Changes | undefined, before: unknown, after: unknown): Changes | undefined {
  if (!changes) return undefined;
  if (before === undefined) changes.own = 'added';
  else if (after === undefined) changes.own = 'removed';
  return changes;
}

function listComparer(schema: ListSchema): Comparer {
  const elements = elementsOf(schema);
  let compare: Comparer | undefined; // created on first use, because a struct may contain itself
  return (before, after) => {
    if (before === after) return undefined;
    const [left, right] = [asList(before) ?? [], asList(after) ?? []];
    if (left.length === 0 && right.length === 0) return compareWhole(before, after);
    compare ??= comparerOf(schema.items);
    const shared = Math.min(left.length, right.length);
    let changes: Changes | undefined;
    let index = 0;
    for (; index < shared && elements.isSame(left[index], right[index]); index++) {
      const change = compare(left[index], right[index]);
      if (change !== undefined) changes = including(changes, elements.pathElement(left[index]), change);
    }
    if (index < left.length || index < right.length) {
      changes = compareByElement(left.slice(index), right.slice(index), elements, compare, changes);
    }
    return withContainer(changes, before, after);
  };
}

function compareByElement(
  left: readonly unknown[],
  right: readonly unknown[],
  elements: ListElements,
  compare: Comparer,
  before: Changes | undefined,
): Changes | undefined {
  let changes = before;
  const added = new Map(right.map((item) => [elements.pathElement(item), item]));
  for (const item of left) {
    const element = elements.pathElement(item);
    changes = including(changes, element, compare(item, added.get(element)));
    added.delete(element);
  }
  for (const [element, item] of added) changes = including(changes, element, compare(undefined, item));
  return changes;
}

const compareFreeMap = membersComparer((name) => ({ element: fieldElement(name), compare: compareUntyped }));

/** Values without a schema are compared by their type: maps by member, others as a whole. Absent values have any type. */
function compareUntyped(before: unknown, after: unknown): Change {
  if (before === after) return undefined;
  const [left, right] = [untypedComparer(before), untypedComparer(after)];
  const change = right(before, after);
  return left === right ? change : together(left(before, after), change);
}

const untypedComparer = (value: unknown): Comparer =>
  value === undefined || value === null || asMap(value) ? compareFreeMap : compareWhole;

/** Joins the changes of a map that becomes another value, or the reverse; one of both is the change of its own path. */
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
