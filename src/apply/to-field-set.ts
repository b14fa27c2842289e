import type { Schema } from '../schema/schema.ts';
import { fieldElement } from './field-path.ts';
import { FieldSet } from './field-set.ts';
import { SetLevel } from './set-level.ts';
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
export const toFieldSet = (value: unknown, schema: Schema): FieldSet =>
  ownedBelow(value, schema)?.set ?? new FieldSet();

/** Returns undefined for a value that is owned as a whole. */
function ownedBelow(value: unknown, schema: Schema): SetLevel | undefined {
  const shape = shapeOf(schema, value) ?? DEFAULT_SHAPE;
  if (shape.kind === 'scalar' || isAtomic(shape.schema)) return undefined;
  let level = SetLevel.empty();
  if (shape.kind === 'list') {
    for (const item of asList(value) ?? []) {
      level = level.with(listElement(shape.schema, item), true, ownedBelow(item, shape.schema.items));
    }
    return level;
  }
  const isBuiltIn = shape.schema.kind === 'struct' && shape.schema.name !== undefined;
  for (const [name, member] of Object.entries(asMap(value) ?? {})) {
    if (member === undefined) continue;
    const known = memberSchema(shape.schema, name) ?? ANY;
    // Raw JSON within a built-in kind is opaque.
    const below = isBuiltIn && known.kind === 'any' ? undefined : ownedBelow(member, known);
    level = level.with(fieldElement(name), !below || isBare(member) || !isNamedField(shape.schema, name), below);
  }
  return level;
}

/** Reports whether a value is null or an empty map, which has nothing below it that could be owned instead. */
const isBare = (value: unknown): boolean => {
  const map = asMap(value);
  return value === null || (map !== undefined && isEmptyMap(map));
};
