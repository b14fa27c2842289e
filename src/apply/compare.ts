import { memberOf } from '../api/object.ts';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.ts';
import { fieldElement, type PathElement } from './field-path.ts';
import type { FieldSet } from './field-set.ts';
import { SetLevel } from './set-level.ts';
import {
  ANY,
  asList,
  asMap,
  DEFAULT_SHAPE,
  isAtomic,
  isEmptyMap,
  listElement,
  memberSchema,
  type Shape,
  sameValue,
  shapeOf,
} from './typed-value.ts';

/** The changed paths. Containers that appear or disappear are listed in addition to their content. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** Compares two valid values of the same schema; undefined is an absent value. */
export function compareValues(before: unknown, after: unknown, schema: Schema): Comparison {
  const changes = new Changes();
  visit(before, after, schema, changes);
  return { added: changes.added.set, modified: changes.modified.set, removed: changes.removed.set };
}

/** Removes the fields and everything below them. */
export const excludeFields = ({ added, modified, removed }: Comparison, fields: FieldSet): Comparison => ({
  added: added.recursiveDifference(fields),
  modified: modified.recursiveDifference(fields),
  removed: removed.recursiveDifference(fields),
});

/** Reports whether no path differs. */
export const isSame = ({ added, modified, removed }: Comparison): boolean =>
  added.isEmpty && modified.isEmpty && removed.isEmpty;

/** The changes of one value: whether its own path changed, and the changed paths below it. */
class Changes {
  added = SetLevel.empty();
  modified = this.added;
  removed = this.added;
  own: 'added' | 'modified' | 'removed' | undefined;

  /** Adds the changes of a member or list element. */
  include(element: PathElement, { added, modified, removed, own }: Changes): void {
    this.added = this.added.with(element, own === 'added', added);
    this.modified = this.modified.with(element, own === 'modified', modified);
    this.removed = this.removed.with(element, own === 'removed', removed);
  }
}

function visit(before: unknown, after: unknown, schema: Schema, changes: Changes): void {
  if (before === after) return;
  const [left, right] = [shapeOf(schema, before), shapeOf(schema, after)];
  // Values of different shapes: everything in the old one is removed and everything in the new one added.
  if (left !== right) walk(before, after, left ?? DEFAULT_SHAPE, changes);
  const isLeaf = walk(before, after, right ?? DEFAULT_SHAPE, changes);
  if (isLeaf) return;
  if (before === undefined) changes.own = 'added';
  else if (after === undefined) changes.own = 'removed';
}

/** Compares by shape; reports whether the value was compared as a whole. */
function walk(before: unknown, after: unknown, shape: Shape, changes: Changes): boolean {
  if (shape.kind === 'scalar') return compareWhole(before, after, changes);
  if (shape.kind === 'map') return compareMaps(before, after, shape.schema, changes);
  return compareLists(before, after, shape.schema, changes);
}

function compareWhole(before: unknown, after: unknown, changes: Changes): true {
  if (before === undefined) changes.own = 'added';
  else if (after === undefined) changes.own = 'removed';
  else if (!sameValue(before, after)) changes.own = 'modified';
  return true;
}

function compareMaps(before: unknown, after: unknown, schema: MapSchema | StructSchema, changes: Changes): boolean {
  const [left, right] = [asMap(before), asMap(after)];
  if (isAtomic(schema) || (isEmptyMap(left) && isEmptyMap(right))) return compareWhole(before, after, changes);
  for (const name in left) {
    if (left[name] !== undefined) compareMembers(name, left[name], memberOf(right, name), schema, changes);
  }
  for (const name in right) {
    if (right[name] !== undefined && memberOf(left, name) === undefined)
      compareMembers(name, undefined, right[name], schema, changes);
  }
  return false;
}

function compareMembers(
  name: string,
  before: unknown,
  after: unknown,
  schema: MapSchema | StructSchema,
  changes: Changes,
): void {
  if (sameValue(before, after)) return; // Most members are equal; no path is built for them.
  const below = memberSchema(schema, name) ?? ANY;
  const changed = new Changes();
  // The real server treats raw JSON within a built-in kind as opaque: it is only added or removed as a whole.
  if (below.kind === 'any' && schema.kind === 'struct' && schema.name)
    compareWhole(opaque(before), opaque(after), changed);
  else visit(before, after, below, changed);
  changes.include(fieldElement(name), changed);
}

function compareLists(before: unknown, after: unknown, schema: ListSchema, changes: Changes): boolean {
  const [left, right] = [asList(before) ?? [], asList(after) ?? []];
  if (isAtomic(schema) || (left.length === 0 && right.length === 0)) return compareWhole(before, after, changes);
  const found = new Map(right.map((item) => [listElement(schema, item), item]));
  for (const item of left) {
    const element = listElement(schema, item);
    compareElements(element, item, found.get(element), schema, changes);
    found.delete(element);
  }
  for (const [element, item] of found) compareElements(element, undefined, item, schema, changes);
  return false;
}

function compareElements(
  element: PathElement,
  before: unknown,
  after: unknown,
  schema: ListSchema,
  changes: Changes,
): void {
  if (sameValue(before, after)) return;
  const changed = new Changes();
  visit(before, after, schema.items, changed);
  changes.include(element, changed);
}

const opaque = (value: unknown): unknown => (value === undefined || value === null ? value : {});
