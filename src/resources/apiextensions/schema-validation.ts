import type { Dialect } from '../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid, verbatim } from '../../api/field-error.ts';
import type { JSONSchemaProps } from '../../api/kinds/apiextensions-v1.generated.ts';
import { structuralSchema } from '../../schema/structural/structural-schema.ts';
import { validateOpenApiSchema } from './open-api-schema.ts';
import { validateDefaults } from './schema-defaults.ts';
import { validateSchemaRules } from './schema-rules.ts';
import { type JsonSchema, propertiesOf, schemaIn } from './schema-walk.ts';
import { validateStructuralRules } from './structural-schema-rules.ts';

/**
 * Validates the schema of a version. Defaults are only judged if the schema is structural, and expressions of rules
 * only if the schema has no other errors.
 * @param hasStatus whether a version with this schema has the status subresource
 */
export function validateSchema(schema: JsonSchema, field: string, dialect: Dialect, hasStatus = false): FieldError[] {
  const root = [
    ...(hasStatus ? statusErrors(schema, field) : []),
    ...(schema.nullable === true ? [forbiddenField(`${field}.nullable`, 'nullable cannot be true at the root')] : []),
  ];
  const unsupported = unsupportedKeyword(schema);
  const structural = structuralSchema(schema as JSONSchemaProps, dialect);
  const shape = unsupported === undefined ? shapeErrors(schema, structural, field, dialect) : [];
  const keywords = validateOpenApiSchema(schema, field, dialect);
  const compiles = unsupported === undefined && shape.length === 0 && keywords.length === 0;
  const errors = [...root, ...shape, ...keywords, ...validateSchemaRules(structural, field, dialect, compiles)];
  if (errors.length > 0 || unsupported === undefined) return errors;
  return [invalid(field, '', unsupported)];
}

function shapeErrors(
  schema: JsonSchema,
  structural: ReturnType<typeof structuralSchema>,
  field: string,
  dialect: Dialect,
): FieldError[] {
  const rules = validateStructuralRules(schema, field, dialect);
  return rules.length > 0 ? rules : validateDefaults(structural, field);
}

/** Root keywords with a status subresource, which is validated by its own schema; in the order of the real server. */
const ROOT_KEYWORDS: Readonly<Record<string, string>> = {
  Description: 'description',
  Type: 'type',
  Format: 'format',
  Title: 'title',
  Maximum: 'maximum',
  ExclusiveMaximum: 'exclusiveMaximum',
  Minimum: 'minimum',
  ExclusiveMinimum: 'exclusiveMinimum',
  MaxLength: 'maxLength',
  MinLength: 'minLength',
  Pattern: 'pattern',
  MaxItems: 'maxItems',
  MinItems: 'minItems',
  UniqueItems: 'uniqueItems',
  MultipleOf: 'multipleOf',
  Required: 'required',
  Items: 'items',
  Properties: 'properties',
  ExternalDocs: 'externalDocs',
  Example: 'example',
};
const allowedAtRoot = new Set(Object.values(ROOT_KEYWORDS));
const ROOT_NAMES = [...Object.keys(ROOT_KEYWORDS), 'XPreserveUnknownFields', 'XValidations'].join(' ');

function statusErrors(schema: JsonSchema, field: string): FieldError[] {
  if (schema.type !== undefined && schema.type !== 'object') {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalid(`${field}.type`, schema.type, detail)];
  }
  const isAllowed = (name: string): boolean =>
    allowedAtRoot.has(name) || /^x-\w+-(preserve-unknown-fields|validations)$/.test(name);
  if (Object.entries(schema).every(([name, value]) => isAllowed(name) || value === false)) return [];
  const shown = verbatim('apiextensions.JSONSchemaProps{}');
  const detail = `only [${ROOT_NAMES}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalid(field, shown, detail)];
}

const UNSUPPORTED: Readonly<Record<string, string>> = {
  id: 'id',
  $schema: 'schema',
  $ref: '$ref',
  additionalItems: 'additionalItems',
  patternProperties: 'patternProperties',
  definitions: 'definitions',
  dependencies: 'dependencies',
};

/** Returns why a schema cannot be read as a structural one; undefined when it can. */
function unsupportedKeyword(schema: JsonSchema): string | undefined {
  for (const [member, shown] of Object.entries(UNSUPPORTED)) {
    if (schema[member] !== undefined) return `OpenAPIV3Schema '${shown}' is not supported`;
  }
  if (Array.isArray(schema.items)) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  const listed = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((junctor) =>
    Array.isArray(schema[junctor]) ? (schema[junctor] as unknown[]) : [],
  );
  const inner = [schema.items, schema.additionalProperties, schema.not, ...listed].map(schemaIn);
  for (const child of [...inner, ...propertiesOf(schema).map(([, property]) => property)]) {
    const found = child && unsupportedKeyword(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
