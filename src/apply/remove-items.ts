import { setMember } from '../api/object.ts';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.ts';
import { fieldElement } from './field-path.ts';
import { FieldSet } from './field-set.ts';
import {
  ANY,
  asList,
  asMap,
  DEFAULT_SHAPE,
  isAtomic,
  isNamedField,
  listElement,
  memberSchema,
  shapeOf,
} from './typed-value.ts';

/** Removes the paths of the set from a value. A map or list that becomes empty becomes null. */
export function removeItems(value: unknown, set: FieldSet, schema: Schema): unknown {
  return set.isEmpty ? value : select(value, set, schema, false);
}

/** Returns only the paths of the set. */
export function extractItems(value: unknown, set: FieldSet, schema: Schema): unknown {
  return select(value, set, schema, true);
}

function select(value: unknown, set: FieldSet, schema: Schema, extract: boolean): unknown {
  const shape = shapeOf(schema, value) ?? DEFAULT_SHAPE;
  if (shape.kind === 'scalar') return value;
  if (isAtomic(shape.schema)) return extract ? value : null;
  return shape.kind === 'map'
    ? selectMembers(value, set, shape.schema, extract)
    : selectElements(value, set, shape.schema, extract);
}

function selectMembers(value: unknown, set: FieldSet, schema: MapSchema | StructSchema, extract: boolean): unknown {
  const kept: Record<string, unknown> = {};
  let isEmpty = true;
  for (const [name, member] of Object.entries(asMap(value) ?? {})) {
    const element = fieldElement(name);
    const below = set.children.get(element);
    if (set.members.has(element) ? !extract : extract && !below) continue;
    isEmpty = false;
    setMember(kept, name, below ? select(member, below, memberSchema(schema, name) ?? ANY, extract) : member);
  }
  return isEmpty ? null : kept;
}

function selectElements(value: unknown, set: FieldSet, schema: ListSchema, extract: boolean): unknown {
  const kept: unknown[] = [];
  for (const item of asList(value) ?? []) {
    const element = listElement(schema, item);
    const below = set.children.get(element);
    if (set.members.has(element) ? !extract : extract && !below) continue;
    kept.push(below ? select(item, below, schema.items, extract) : item);
  }
  return kept.length > 0 ? kept : null;
}

/** Adds every declared field of which the set contains a part. */
export function withNamedFields(set: FieldSet, schema: Schema): FieldSet {
  const named = new FieldSet();
  for (const member of set.members) named.add(member);
  for (const [element, child] of set.children) {
    const name = element.startsWith('f:') ? element.slice(2) : undefined;
    const isMap = schema.kind === 'struct' || schema.kind === 'map';
    if (name !== undefined && isMap && isNamedField(schema, name)) named.add(element);
    named.attach(element, withNamedFields(child, schemaBelow(schema, name)));
  }
  return named;
}

function schemaBelow(schema: Schema, name: string | undefined): Schema {
  if (name === undefined) return schema.kind === 'list' ? schema.items : ANY;
  return schema.kind === 'struct' || schema.kind === 'map' ? (memberSchema(schema, name) ?? ANY) : ANY;
}
