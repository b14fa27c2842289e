import type { StructuralSchema } from '../../schema/structural/structural.ts';
import { BOOL, type ListType, type MapType, type ObjectType, STRING, type Type } from '../typing/types.ts';
import { escapedName } from './identifiers.ts';

/** Maximum size of a request in bytes, and therefore of any value in an object. */
export const MAXIMUM_REQUEST = 3 * 1024 * 1024;

/** A type and the minimum JSON size of its values in bytes. */
interface SizedType {
  readonly type: Type;
  readonly minimum: number;
}

const NAMES: ObjectType['fields'] = new Map(
  ['name', 'generateName'].map((member) => [member, { member, type: { ...STRING, maximum: MAXIMUM_REQUEST - 2 } }]),
);
const METADATA = { kind: 'object', fields: NAMES } as const;

/** The name of the type that `self` has, if it is an object. Types within it are named by their path. */
const SELF_TYPE = 'selfType';

/** Returns the type of a schema's values; undefined when expressions cannot access them. */
export const typeOfSchema = (schema: StructuralSchema, isResource: boolean): Type | undefined =>
  sized(schema, isResource, SELF_TYPE)?.type;

/** Returns the minimum size of a value in bytes, which limits how many there can be. */
export const minimumSize = (schema: StructuralSchema): number => sized(schema, false, SELF_TYPE)?.minimum ?? 0;

const INT_OR_STRING: Type = { kind: 'dyn', maximum: MAXIMUM_REQUEST - 2, isIntOrString: true };

function sized(schema: StructuralSchema, isResource: boolean, name: string): SizedType | undefined {
  if (schema.intOrString) return { type: INT_OR_STRING, minimum: 1 };
  switch (schema.props.type) {
    case 'array':
      return listType(schema, name);
    case 'object':
      return typeof schema.additionalProperties === 'object'
        ? mapType(schema, schema.additionalProperties, name)
        : objectType(schema, isResource, name);
    case 'string':
      return textType(schema);
    case 'boolean':
      return { type: BOOL, minimum: 4 };
    case 'number':
      return { type: { kind: 'double' }, minimum: 1 };
    case 'integer':
      return { type: { kind: 'int' }, minimum: 1 };
    default:
      return undefined;
  }
}

function listType(
  { items, props, listType: kind, listMapKeys }: StructuralSchema,
  name: string,
): SizedType | undefined {
  const element = items && sized(items, items.isEmbeddedResource, `${name}.@idx`);
  if (!element) return undefined;
  const type: ListType = {
    kind: 'list',
    element: element.type,
    maximum: Number(props.maxItems ?? Math.floor((MAXIMUM_REQUEST - 2) / (element.minimum + 1))),
    ...(kind === 'set'
      ? { keys: [] }
      : kind === 'map'
        ? { keys: listMapKeys.map((key) => escapedName(key) ?? key) }
        : {}),
  };
  return { type, minimum: 2 };
}

function mapType({ props }: StructuralSchema, values: StructuralSchema, name: string): SizedType | undefined {
  const value = sized(values, values.isEmbeddedResource, `${name}.@elem`);
  if (!value) return undefined;
  const type: MapType = {
    kind: 'map',
    key: STRING,
    value: value.type,
    maximum: Number(props.maxProperties ?? Math.floor((MAXIMUM_REQUEST - 2) / (value.minimum + 6))),
  };
  return { type, minimum: 2 };
}

function objectType({ properties, props }: StructuralSchema, isResource: boolean, typeName: string): SizedType {
  const fields = new Map<string, { readonly type: Type; readonly member: string }>();
  let minimum = 2;
  for (const [member, child] of properties) {
    const name = escapedName(member);
    const found = sized(child, child.isEmbeddedResource, `${typeName}.${name ?? member}`);
    if (!found) continue;
    if (name !== undefined) fields.set(name, { type: found.type, member });
    const isRequired = props.required?.includes(member) && (child.props.default as unknown) === undefined;
    if (isRequired) minimum += member.length + found.minimum + 4;
  }
  if (isResource) {
    fields.set('apiVersion', { type: STRING, member: 'apiVersion' });
    fields.set('kind', { type: STRING, member: 'kind' });
    fields.set('metadata', { type: { ...METADATA, name: `${typeName}.metadata` }, member: 'metadata' });
  }
  return { type: { kind: 'object', name: typeName, fields }, minimum };
}

function textType({ props: { format, maxLength, enum: values } }: StructuralSchema): SizedType {
  switch (format) {
    case 'byte':
      return { type: { kind: 'bytes', maximum: Number(maxLength ?? MAXIMUM_REQUEST - 2) }, minimum: 2 };
    case 'duration':
      return { type: { kind: 'duration', maximum: 32 }, minimum: 4 };
    case 'date':
      return { type: { kind: 'timestamp', maximum: 12 }, minimum: 12 };
    case 'date-time':
      return { type: { kind: 'timestamp', maximum: 27 }, minimum: 22 };
  }
  // A character has up to four bytes.
  const longest = values?.length ? Math.max(...values.map((value) => String(value as unknown).length)) : undefined;
  const maximum = maxLength === undefined ? (longest ?? MAXIMUM_REQUEST - 2) : Number(maxLength) * 4;
  return { type: { ...STRING, maximum }, minimum: 2 };
}
