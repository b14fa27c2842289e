import type { ScalarSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { escapedName } from '../rules/identifiers.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  INT,
  listOf,
  mapOf,
  type ObjectType,
  objectType,
  STRING,
  TIMESTAMP,
  type Type,
} from './types.ts';

/** Quantities have no one type in the documents of the real server: its expressions cannot see them. */
const SCALARS: Readonly<Record<ScalarSchema['type'], Type | undefined>> = {
  string: STRING,
  boolean: BOOL,
  int32: INT,
  int64: INT,
  number: DOUBLE,
  bytes: BYTES,
  time: TIMESTAMP,
  microtime: TIMESTAMP,
  quantity: undefined,
  intOrString: DYN,
};

/**
 * The type of the objects of a built-in kind. Types are equal when their names are: each part is named after its place
 * (`Pod.spec`), so that parts of one shape at two places are two types.
 */
export const typeOfKind = (schema: StructSchema, name: string): ObjectType => structType(schema, name, []);

/** @param within the fields of the structs around it */
function typeOf(schema: Schema, name: string, within: readonly StructSchema['fields'][]): Type | undefined {
  switch (schema.kind) {
    case 'scalar':
      return SCALARS[schema.type];
    case 'list': {
      const element = typeOf(schema.items, `${name}.@idx`, within);
      return element && listOf(element);
    }
    case 'map': {
      const value = typeOf(schema.values, `${name}.@elem`, within);
      return value && mapOf(STRING, value);
    }
    case 'struct':
      return structType(schema, name, within);
    case 'any':
      return objectType(name, {});
  }
}

/** A struct that holds itself ends in an object without fields. */
function structType({ fields }: StructSchema, name: string, within: readonly StructSchema['fields'][]): ObjectType {
  const typed = new Map<string, { readonly type: Type; readonly member: string }>();
  if (within.includes(fields)) return { kind: 'object', name, fields: typed };
  for (const [member, { schema }] of fields) {
    const field = escapedName(member);
    const type = field === undefined ? undefined : typeOf(schema, `${name}.${field}`, [...within, fields]);
    if (field !== undefined && type) typed.set(field, { type, member });
  }
  return { kind: 'object', name, fields: typed };
}
