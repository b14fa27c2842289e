import { isRecord } from '../../api/object.ts';

/** A schema in a custom resource definition. Its members are checked where they are read. */
export type JsonSchema = Record<string, unknown>;

export const schemaIn = (value: unknown): JsonSchema | undefined => (isRecord(value) ? value : undefined);

/** Returns the schemas of an object's properties, by name. */
export const propertiesOf = (schema: JsonSchema): [string, JsonSchema][] =>
  Object.entries(schemaIn(schema.properties) ?? {}).flatMap(([name, value]) => {
    const found = schemaIn(value);
    return found ? [[name, found] as [string, JsonSchema]] : [];
  });

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
