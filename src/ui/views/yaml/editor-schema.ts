import type { JSONSchema } from 'monaco-yaml';
import { apiVersionOf, type GroupVersionKind, isRecord } from '../../../api/object.ts';
import { describesKind } from '../../../kubectl/explanation/schema-fields.ts';
import type { OpenApiDocument } from '../../commands/read-openapi.ts';
import { factsOf, shortName, valuesOf } from './field-facts.ts';

const PRESERVE_EXTENSION = /^x-.+-preserve-unknown-fields$/;
const INT_OR_STRING_EXTENSION = /^x-.+-int-or-string$/;
const SCHEMA_REFERENCE = '#/components/schemas/';

/**
 * Returns the JSON schema for texts with objects of `kinds`, from the server's documents. Each object is validated only
 * against its own kind. Undefined when the documents have none of the kinds.
 */
export function editorSchema(
  documents: readonly OpenApiDocument[],
  kinds: readonly GroupVersionKind[],
): JSONSchema | undefined {
  const schemas = Object.assign({}, ...documents.map(({ components }) => components?.schemas ?? {})) as Schemas;
  const branches = kinds.flatMap((kind) => {
    const name = Object.keys(schemas).find((candidate) => describesKind(schemas[candidate] ?? {}, kind));
    return name ? [branchOf(name, kind)] : [];
  });
  if (branches.length === 0) return undefined;
  const definitions = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { title: shortName(name), ...jsonSchema(schema, schemas) }]),
  );
  return { allOf: branches, definitions };
}

/** The schemas of the server's documents, by name. */
type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns a schema that applies to objects of one kind only. */
const branchOf = (name: string, { group, version, kind }: GroupVersionKind): JSONSchema => ({
  if: {
    not: {
      properties: { apiVersion: { const: apiVersionOf(group, version) }, kind: { const: kind } },
      required: ['apiVersion', 'kind'],
    },
  },
  else: { $ref: `#/definitions/${name}` },
});

/**
 * Converts an OpenAPI schema to a JSON schema: moves references, allows `null` as the server does, and forbids unknown
 * members.
 * @param schemas the schemas to which it may refer
 */
export function jsonSchema(schema: Readonly<Record<string, unknown>>, schemas: Schemas = {}): JSONSchema {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$ref' && typeof value === 'string')
      result.$ref = `#/definitions/${value.slice(SCHEMA_REFERENCE.length)}`;
    else if (key === 'properties' && isRecord(value)) result.properties = fieldsOf(value, schema.required, schemas);
    else if ((key === 'items' || key === 'additionalProperties') && isRecord(value))
      result[key] = jsonSchema(value, schemas);
    else if (['allOf', 'anyOf', 'oneOf'].includes(key) && Array.isArray(value))
      result[key] = value.filter(isRecord).map((part) => jsonSchema(part, schemas));
    else if (key === 'type' && typeof value === 'string') result.type = [value, 'null'];
    // Empty object defaults carry no information, and the server validates formats.
    else if (!key.startsWith('x-') && key !== 'format' && !(key === 'default' && isRecord(value))) result[key] = value;
  }
  return { ...result, ...named(result, schemas), ...typesOfMixed(schema), ...closed(schema) } as JSONSchema;
}

/**
 * Titles a wrapper of a single reference, for which the editor would show the full reference, repeats its texts before
 * the reference, because the editor shows the first ones, and repeats the type, which completions need to insert a colon
 * and an indented line.
 */
function named({ allOf, description, markdownDescription }: JSONSchema, schemas: Schemas): JSONSchema {
  const [only, ...others] = allOf ?? [];
  const reference = others.length === 0 && typeof only === 'object' ? only.$ref : undefined;
  if (!reference) return {};
  const title = shortName(reference);
  const target = schemas[reference.slice(reference.indexOf('/', 2) + 1)];
  const texts = { ...(description ? { description } : {}), ...(markdownDescription ? { markdownDescription } : {}) };
  return {
    title,
    ...typesOf(target ?? {}),
    ...(Object.keys(texts).length > 0 ? { allOf: [{ title, ...texts }, { $ref: reference }] } : {}),
  };
}

/** Returns the types of an object, or of a value with alternatives, such as a quantity. */
function typesOf({ type, oneOf }: Readonly<Record<string, unknown>>): JSONSchema {
  const types = Array.isArray(oneOf) ? oneOf.filter(isRecord).map((one) => one.type) : [type];
  const names = types.filter((one) => typeof one === 'string');
  return names.length > 0 ? ({ type: [...names, 'null'] } as JSONSchema) : {};
}

/** Converts the fields of an object. The hover text of each begins with its facts, and its values are suggested. */
function fieldsOf(
  properties: Readonly<Record<string, unknown>>,
  required: unknown,
  schemas: Schemas,
): Record<string, unknown> {
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      if (!isRecord(value)) return [name, value];
      const schema = jsonSchema({ ...value, markdownDescription: factsOf(name, value, isRequired(name)) }, schemas);
      const place = value.type === 'array' ? schema.items : schema;
      const values = valuesOf(value);
      if (isRecord(place) && values.length > 0)
        place.defaultSnippets = values.map((one) => ({ label: String(one), body: one }));
      return [name, schema];
    }),
  );
}

/** Allows numbers and strings for int-or-string. */
function typesOfMixed(schema: Record<string, unknown>): JSONSchema {
  const isMixed =
    schema.format === 'int-or-string' || Object.keys(schema).some((key) => INT_OR_STRING_EXTENSION.test(key));
  return isMixed ? { type: ['string', 'integer', 'null'] } : {};
}

/** Forbids unknown members unless the schema allows them. */
function closed(schema: Record<string, unknown>): JSONSchema {
  const isOpen =
    !isRecord(schema.properties) ||
    schema.additionalProperties !== undefined ||
    Object.keys(schema).some((key) => PRESERVE_EXTENSION.test(key) && schema[key] === true);
  return isOpen ? {} : { additionalProperties: false };
}
