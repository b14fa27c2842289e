import { memberOf } from '../api/object.ts';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.ts';
import { fieldElement, type PathElement } from './field-path.ts';
import { FieldSet } from './field-set.ts';
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
  const comparer = new Comparer();
  comparer.visit(before, after, schema);
  return comparer;
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

class Comparer implements Comparison {
  readonly added = new FieldSet();
  readonly modified = new FieldSet();
  readonly removed = new FieldSet();
  readonly #path: PathElement[] = [];

  visit(before: unknown, after: unknown, schema: Schema): void {
    if (before === after) return;
    const [left, right] = [shapeOf(schema, before), shapeOf(schema, after)];
    // Values of different shapes: everything in the old one is removed and everything in the new one added.
    if (left !== right) this.#walk(before, after, left ?? DEFAULT_SHAPE);
    const isLeaf = this.#walk(before, after, right ?? DEFAULT_SHAPE);
    if (isLeaf) return;
    if (before === undefined) this.added.insert(this.#path);
    else if (after === undefined) this.removed.insert(this.#path);
  }

  /** Compares by shape; reports whether the value was compared as a whole. */
  #walk(before: unknown, after: unknown, shape: Shape): boolean {
    if (shape.kind === 'scalar') return this.#leaf(before, after);
    if (shape.kind === 'map') return this.#map(before, after, shape.schema);
    return this.#list(before, after, shape.schema);
  }

  #leaf(before: unknown, after: unknown): true {
    if (before === undefined) this.added.insert(this.#path);
    else if (after === undefined) this.removed.insert(this.#path);
    else if (!sameValue(before, after)) this.modified.insert(this.#path);
    return true;
  }

  #map(before: unknown, after: unknown, schema: MapSchema | StructSchema): boolean {
    const [left, right] = [asMap(before), asMap(after)];
    if (isAtomic(schema) || (isEmptyMap(left) && isEmptyMap(right))) return this.#leaf(before, after);
    for (const name in left) {
      if (left[name] !== undefined) this.#member(name, left[name], memberOf(right, name), schema);
    }
    for (const name in right) {
      if (right[name] !== undefined && memberOf(left, name) === undefined)
        this.#member(name, undefined, right[name], schema);
    }
    return false;
  }

  #member(name: string, before: unknown, after: unknown, schema: MapSchema | StructSchema): void {
    if (sameValue(before, after)) return; // Most members are equal; no path is built for them.
    const below = memberSchema(schema, name) ?? ANY;
    this.#path.push(fieldElement(name));
    // The real server treats raw JSON within a built-in kind as opaque: it is only added or removed as a whole.
    if (below.kind === 'any' && schema.kind === 'struct' && schema.name) this.#leaf(opaque(before), opaque(after));
    else this.visit(before, after, below);
    this.#path.pop();
  }

  #list(before: unknown, after: unknown, schema: ListSchema): boolean {
    const [left, right] = [asList(before) ?? [], asList(after) ?? []];
    if (isAtomic(schema) || (left.length === 0 && right.length === 0)) return this.#leaf(before, after);
    const found = new Map(right.map((item) => [listElement(schema, item), item]));
    for (const item of left) {
      const element = listElement(schema, item);
      this.#element(element, item, found.get(element), schema);
      found.delete(element);
    }
    for (const [element, item] of found) this.#element(element, undefined, item, schema);
    return false;
  }

  #element(element: PathElement, before: unknown, after: unknown, schema: ListSchema): void {
    if (sameValue(before, after)) return;
    this.#path.push(element);
    this.visit(before, after, schema.items);
    this.#path.pop();
  }
}

const opaque = (value: unknown): unknown => (value === undefined || value === null ? value : {});
