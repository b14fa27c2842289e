import { isRecord } from '../api/object.ts';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.ts';
import type { PathElement } from './field-path.ts';
import { elementsOf } from './list-elements.ts';

export const ANY: Schema = { kind: 'any' };
const ATOMIC_LIST: ListSchema = { kind: 'list', items: ANY, listType: 'atomic', listMapKeys: [] };
const GRANULAR_MAP: MapSchema = { kind: 'map', values: ANY, mapType: 'granular' };

/** How a value is traversed. Values without a schema are traversed by their type: maps by member, lists as a whole. */
export type Shape =
  | { readonly kind: 'map'; readonly schema: MapSchema | StructSchema }
  | { readonly kind: 'list'; readonly schema: ListSchema }
  | { readonly kind: 'scalar' };

const SCALAR: Shape = { kind: 'scalar' };
const shapes = new WeakMap<Schema, Shape>();
const FREE_MAP: Shape = { kind: 'map', schema: GRANULAR_MAP };
const FREE_LIST: Shape = { kind: 'list', schema: ATOMIC_LIST };

/** Returns undefined when the shape is unknown: the value is absent or null and has no schema. */
export function shapeOf(schema: Schema, value: unknown): Shape | undefined {
  if (schema.kind === 'any') {
    if (value === null || value === undefined) return undefined;
    return Array.isArray(value) ? FREE_LIST : typeof value === 'object' ? FREE_MAP : SCALAR;
  }
  if (schema.kind === 'scalar') return SCALAR;
  let shape = shapes.get(schema);
  if (!shape) {
    shape = schema.kind === 'list' ? { kind: 'list', schema } : { kind: 'map', schema };
    shapes.set(schema, shape);
  }
  return shape;
}

/** Shape used when the shape is unknown. */
export const DEFAULT_SHAPE = FREE_MAP;

export const isAtomic = (schema: ListSchema | MapSchema | StructSchema): boolean =>
  schema.kind === 'list' ? schema.listType === 'atomic' : schema.mapType === 'atomic';

/** Returns the schema of a member; undefined for unknown members. */
export function memberSchema(schema: MapSchema | StructSchema, name: string): Schema | undefined {
  if (schema.kind === 'map') return schema.values;
  return schema.fields.get(name)?.schema ?? (schema.preserveUnknown ? ANY : undefined);
}

/** Reports whether the member is a declared field. */
export const isNamedField = (schema: MapSchema | StructSchema, name: string): boolean =>
  schema.kind === 'struct' && schema.fields.has(name);

export const asMap = (value: unknown): Record<string, unknown> | undefined => (isRecord(value) ? value : undefined);
export const asList = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

export const isEmptyMap = (map: Record<string, unknown> | undefined): boolean => {
  for (const name in map) if (map[name] !== undefined) return false;
  return true;
};

/**
 * Returns the path element for an element of a set or keyed list.
 * @throws Error that describes what the element lacks
 */
export const listElement = (schema: ListSchema, value: unknown): PathElement => elementsOf(schema).pathElement(value);
