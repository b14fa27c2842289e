import type { JSONSchema } from 'monaco-yaml';
import { apiVersionOf, type GroupVersionKind, isRecord } from '../../../api/object.ts';
import type { OpenApiDocument } from '../../commands/read-openapi.ts';

const KIND_EXTENSION = /^x-.+-group-version-kind$/;
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
  const schemas = Object.assign({}, ...documents.map(({ components }) => components?.schemas ?? {})) as Record<
    string,
    Record<string, unknown>
  >;
  const branches = kinds.flatMap((kind) => {
    const name = Object.keys(schemas).find((candidate) => describes(schemas[candidate] ?? {}, kind));
    return name ? [branchOf(name, kind)] : [];
  });
  if (branches.length === 0) return undefined;
  const definitions = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { title: shortName(name), ...jsonSchema(schema) }]),
  );
  return { allOf: branches, definitions };
}

/** Reports whether a schema is that of a kind. */
export function describes(schema: Record<string, unknown>, { group, version, kind }: GroupVersionKind): boolean {
  const extension = Object.keys(schema).find((key) => KIND_EXTENSION.test(key));
  const kinds = extension ? schema[extension] : undefined;
  return (
    Array.isArray(kinds) &&
    kinds.some((one) => isRecord(one) && one.group === group && one.version === version && one.kind === kind)
  );
}

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

/** Returns the last segment: `DeploymentSpec` of `io.k8s.api.apps.v1.DeploymentSpec`. */
const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/**
 * Converts an OpenAPI schema to a JSON schema: moves references, allows `null` as the server does, and forbids unknown
 * members.
 */
export function jsonSchema(schema: Record<string, unknown>): JSONSchema {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$ref' && typeof value === 'string')
      result.$ref = `#/definitions/${value.slice(SCHEMA_REFERENCE.length)}`;
    else if (key === 'properties' && isRecord(value)) result.properties = mapped(value);
    else if ((key === 'items' || key === 'additionalProperties') && isRecord(value)) result[key] = jsonSchema(value);
    else if (['allOf', 'anyOf', 'oneOf'].includes(key) && Array.isArray(value))
      result[key] = value.filter(isRecord).map(jsonSchema);
    else if (key === 'type' && typeof value === 'string') result.type = [value, 'null'];
    // Empty object defaults carry no information, and the server validates formats.
    else if (!key.startsWith('x-') && key !== 'format' && !(key === 'default' && isRecord(value))) result[key] = value;
  }
  return { ...result, ...named(result), ...typesOfMixed(schema), ...closed(schema) } as JSONSchema;
}

/**
 * Titles a wrapper of a single reference, for which the editor would show the full reference, and repeats its
 * description before the reference, because the editor shows the first one.
 */
function named({ allOf, description }: JSONSchema): JSONSchema {
  const [only, ...others] = allOf ?? [];
  const reference = others.length === 0 && typeof only === 'object' ? only.$ref : undefined;
  if (!reference) return {};
  const title = shortName(reference);
  return { title, ...(description ? { allOf: [{ title, description }, { $ref: reference }] } : {}) };
}

const mapped = (properties: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, isRecord(value) ? jsonSchema(value) : value]),
  );

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
