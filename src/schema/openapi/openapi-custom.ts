import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { GROUP_VERSION_KIND_EXTENSION, PRESERVE_UNKNOWN_FIELDS_EXTENSION } from '../../api/kubernetes-names.ts';
import { isRecord } from '../../api/object.ts';
import { kindFieldDescription } from './descriptions.ts';
import type { DocumentedResource } from './openapi-operations.ts';
import {
  definitionOfKind,
  documentName,
  type OpenApiSchema,
  type OpenApiVersion,
  reference,
  schemaName,
} from './openapi-schemas.ts';

const INT_OR_STRING_EXTENSION = kubernetesName('x-kubernetes-int-or-string');

/** Returns the schemas of a custom kind and its list, by their names in the documents; empty for built-in kinds. */
export function customSchemas(
  resource: DocumentedResource,
  version: OpenApiVersion,
  dialect: Dialect,
): [string, OpenApiSchema][] {
  const { group, kind, listKind, openAPIV3Schema = {} } = resource;
  const own = { group, version: resource.version, kind };
  if (definitionOfKind(own, dialect)) return [];
  const marker = dialect.rename(GROUP_VERSION_KIND_EXTENSION);
  const item = schemaName(own, dialect);
  const declared: OpenApiSchema = version === 2 ? asOpenApiV2(openAPIV3Schema, dialect) : openAPIV3Schema;
  // Clients reject members that a v2 document does not list, unless it lists none.
  const isFree = version === 2 && openAPIV3Schema[dialect.rename(PRESERVE_UNKNOWN_FIELDS_EXTENSION)] === true;
  const properties = { ...propertiesOf(declared), ...envelope('meta.v1.ObjectMeta', version) };
  return [
    [item, { type: 'object', ...(isFree ? {} : { ...declared, properties }), [marker]: [own] }],
    [
      schemaName({ ...own, kind: listKind }, dialect),
      {
        description: `A list of ${kind} objects.`,
        type: 'object',
        required: ['items'],
        properties: {
          ...envelope('meta.v1.ListMeta', version),
          items: { type: 'array', items: reference(item, version) },
        },
        [marker]: [{ ...own, kind: listKind }],
      },
    ],
  ];
}

const propertiesOf = ({ properties }: OpenApiSchema): OpenApiSchema => (isRecord(properties) ? properties : {});

function envelope(metadata: string, version: OpenApiVersion): OpenApiSchema {
  const described = (name: string): { description?: string } => {
    const description = kindFieldDescription(name);
    return description ? { description } : {};
  };
  const target = reference(documentName(metadata), version);
  return {
    apiVersion: { ...described('apiVersion'), type: 'string' },
    kind: { ...described('kind'), type: 'string' },
    metadata: { ...described('metadata'), ...(version === 2 ? target : { allOf: [target] }) },
  };
}

/** Keywords that OpenAPI 2 lacks. */
const UNKNOWN_TO_V2 = ['allOf', 'anyOf', 'oneOf', 'not', 'nullable'];
const CONTENTS = ['properties', 'items', 'additionalProperties', 'required'];

/**
 * Removes the keywords that OpenAPI 2 lacks. Where null or undeclared members are allowed, the type is removed as well,
 * so that clients that validate against the document accept the value.
 */
function asOpenApiV2(schema: OpenApiSchema, dialect: Dialect): OpenApiSchema {
  const isFree = schema.nullable === true || schema[dialect.rename(PRESERVE_UNKNOWN_FIELDS_EXTENSION)] === true;
  const isEither = schema[dialect.rename(INT_OR_STRING_EXTENSION)] === true;
  const left = new Set([...UNKNOWN_TO_V2, ...(isFree || isEither ? ['type'] : []), ...(isFree ? CONTENTS : [])]);
  const kept = Object.entries(schema).filter(([name]) => !left.has(name));
  const written = kept.map(([name, value]) => [name, memberOfV2(name, value, dialect)] as const);
  return Object.fromEntries(
    written.map(([name, value]) => [name, name === 'required' ? withoutNullable(value, schema) : value]),
  );
}

/**
 * Removes nullable members from the required ones: they have no type in OpenAPI 2, so that clients would treat null as
 * missing.
 */
function withoutNullable(required: unknown, { properties }: OpenApiSchema): unknown {
  if (!Array.isArray(required) || !isRecord(properties)) return required;
  const isNullable = (name: string): boolean => isRecord(properties[name]) && properties[name].nullable === true;
  return required.filter((name) => !isNullable(String(name)));
}

function memberOfV2(name: string, value: unknown, dialect: Dialect): unknown {
  if (!isRecord(value)) return value;
  if (name === 'items' || name === 'additionalProperties') return asOpenApiV2(value, dialect);
  if (name !== 'properties') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, isRecord(child) ? asOpenApiV2(child, dialect) : child]),
  );
}
