import type { Dialect } from '../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid } from '../../api/field-error.ts';
import type { JSONSchemaProps } from '../../api/kinds/apiextensions-v1.generated.ts';
import { structuralSchema } from '../../schema/structural/structural-schema.ts';
import { type GoField, goMember, goSyntax, isGoZero, SCHEMA_FIELDS } from './go-types.ts';
import { validateOpenApiSchema } from './open-api-schema.ts';
import { validateDefaults } from './schema-defaults.ts';
import { validateSchemaRules } from './schema-rules.ts';
import { type JsonSchema, unsupportedKeyword } from './schema-walk.ts';
import { validateStructuralRules } from './structural-schema-rules.ts';

/**
 * Validates the schema of a version. Defaults and expressions of rules are only judged if the schema is structural,
 * and the expressions of one schema only if it has no other errors.
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
  const compiles = unsupported === undefined && shape.length === 0;
  const rules = compiles ? validateSchemaRules(structural, field, dialect, (path) => keywords.faulty.has(path)) : [];
  const errors = [...root, ...shape, ...keywords.errors, ...rules];
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

/** The fields that a root schema with a status subresource may have, because the status is validated by its own schema. */
const ROOT_NAMES =
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations';
const ALLOWED_AT_ROOT = new Set(ROOT_NAMES.split(' '));

/** Only the first error is reported, in the order of the fields. */
function statusErrors(schema: JsonSchema, field: string): FieldError[] {
  const isWrong = ([json, name, type]: GoField): boolean => {
    const value = goMember(schema, json);
    if (isGoZero(value, type)) return false;
    return name === 'Type' ? value !== 'object' : !ALLOWED_AT_ROOT.has(name);
  };
  const wrong = SCHEMA_FIELDS.find(isWrong)?.[0];
  if (wrong === undefined) return [];
  if (wrong === 'type') {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalid(`${field}.type`, schema.type, detail)];
  }
  const detail = `only [${ROOT_NAMES}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalid(field, goSyntax('JSONSchemaProps', schema), detail)];
}
