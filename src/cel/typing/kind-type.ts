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

/** Quantities have no single type in the real server's OpenAPI documents, so expressions cannot access them. */
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
 * Returns the type of a built-in kind's objects. Types are equal if their names are, so each part is named after its
 * path (`Pod.spec`), which keeps parts of the same structure apart.
 */
export const typeOfKind = (schema: StructSchema, name: string): ObjectType => structType(schema, name, []);

/** @param within fields of the enclosing structs */
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

/** Converts a struct; a recursive struct ends in an object without fields. */
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
