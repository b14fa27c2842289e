import type { Schema } from '../schema/schema.ts';
import { fieldElement, type PathElement } from './field-path.ts';
import { FieldSet } from './field-set.ts';
import {
  ANY,
  asList,
  asMap,
  DEFAULT_SHAPE,
  isAtomic,
  isEmptyMap,
  isNamedField,
  listElement,
  memberSchema,
  shapeOf,
} from './typed-value.ts';

/**
 * Returns the paths that an applier of the value owns: leaves, list elements, and members that the schema does not
 * declare.
 */
export function toFieldSet(value: unknown, schema: Schema): FieldSet {
  const set = new FieldSet();
  collect(value, schema, [], set);
  return set;
}

function collect(value: unknown, schema: Schema, path: PathElement[], set: FieldSet): void {
  const shape = shapeOf(schema, value) ?? DEFAULT_SHAPE;
  if (shape.kind === 'scalar' || isAtomic(shape.schema)) {
    set.insert(path);
  } else if (shape.kind === 'list') {
    for (const item of asList(value) ?? []) {
      path.push(listElement(shape.schema, item));
      collect(item, shape.schema.items, path, set);
      set.insert(path);
      path.pop();
    }
  } else {
    for (const [name, member] of Object.entries(asMap(value) ?? {})) {
      if (member === undefined) continue;
      path.push(fieldElement(name));
      collect(member, memberSchema(shape.schema, name) ?? ANY, path, set);
      if (isBare(member) || !isNamedField(shape.schema, name)) set.insert(path);
      path.pop();
    }
  }
}

/** Reports whether a value is null or an empty map, which has nothing below it that could be owned instead. */
const isBare = (value: unknown): boolean => {
  const map = asMap(value);
  return value === null || (map !== undefined && isEmptyMap(map));
};
