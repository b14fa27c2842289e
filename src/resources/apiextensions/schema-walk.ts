import { isRecord } from '../../api/object.ts';
import { goMember } from './go-types.ts';

/** A schema in a custom resource definition. Its members are checked where they are read. */
export type JsonSchema = Record<string, unknown>;

export const schemaIn = (value: unknown): JsonSchema | undefined => (isRecord(value) ? value : undefined);

/** Returns the schemas of an object's properties, by name. */
export function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  const properties = schemaIn(schema.properties);
  const found: [string, JsonSchema][] = [];
  for (const name in properties) {
    const property = schemaIn(properties[name]);
    if (property) found.push([name, property]);
  }
  return found;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const UNSUPPORTED: Readonly<Record<string, string>> = {
  id: 'id',
  $schema: 'schema',
  $ref: '$ref',
  additionalItems: 'additionalItems',
  patternProperties: 'patternProperties',
  definitions: 'definitions',
  dependencies: 'dependencies',
};

/** Members that the real server counts, so that empty ones are allowed. */
const COUNTED = ['patternProperties', 'definitions'];

/** Reports whether a schema has an unsupported member. */
export const isGiven = (schema: JsonSchema, member: string): boolean =>
  schema[member] !== undefined && !(COUNTED.includes(member) && Object.keys(schema[member] ?? {}).length === 0);

/** Returns why a schema cannot be parsed as a structural one; undefined when it can. */
export function unsupportedKeyword(schema: JsonSchema): string | undefined {
  for (const [member, shown] of Object.entries(UNSUPPORTED)) {
    if (isGiven(schema, member)) return `OpenAPIV3Schema '${shown}' is not supported`;
  }
  if (goMember(schema, 'x-preserve-unknown-fields') === false) {
    return 'preserving unknown fields must be true or undefined';
  }
  if (Array.isArray(schema.items) && schema.items.length > 0)
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  for (const child of schemasIn(schema)) {
    const found = unsupportedKeyword(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reports whether a schema or one in it has a default. */
export const hasDefaults = (value: unknown): boolean => {
  const schema = schemaIn(value);
  return schema !== undefined && ((schema.default ?? undefined) !== undefined || schemasIn(schema).some(hasDefaults));
};

/** Returns the schemas directly in a schema. */
export function schemasIn(schema: JsonSchema): JsonSchema[] {
  const listed = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((junctor) =>
    Array.isArray(schema[junctor]) ? (schema[junctor] as unknown[]) : [],
  );
  const inner = [schema.items, schema.additionalProperties, schema.not, ...listed].flatMap((child): JsonSchema[] =>
    schemaIn(child) ? [child as JsonSchema] : [],
  );
  return [...inner, ...propertiesOf(schema).map(([, property]) => property)];
}
