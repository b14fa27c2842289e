import { type FieldError, invalid } from '../../api/field-error.ts';
import { goVerbatim } from '../../schema/decoding/decode-custom.ts';
import type { StructuralSchema } from '../../schema/structural/structural.ts';
import { prune } from '../../schema/structural/structural-pruning.ts';
import { validateStructure } from '../../schema/structural/structural-validation.ts';
import { validateEmbeddedObjects } from './embedded-objects.ts';

/** Returns the errors of the defaults in a valid structural schema: each must be valid and complete on its own. */
export const validateDefaults = (schema: StructuralSchema, field: string): FieldError[] =>
  errorsOf({ ...schema, isEmbeddedResource: true }, field, false);

const ENVELOPE = new Set(['apiVersion', 'kind', 'metadata']);

/** Defaults in additionalProperties are not checked, as in the real server. */
function errorsOf(schema: StructuralSchema, field: string, isInEnvelope: boolean): FieldError[] {
  const { items, properties, isEmbeddedResource } = schema;
  const inEnvelope = isInEnvelope && !isEmbeddedResource;
  return [
    ...(schema.props.default === undefined ? [] : defaultErrors(schema, `${field}.default`, inEnvelope)),
    ...(items ? errorsOf(items, `${field}.items`, inEnvelope) : []),
    ...[...properties].flatMap(([name, property]) =>
      errorsOf(property, `${field}.properties[${name}]`, inEnvelope || (isEmbeddedResource && ENVELOPE.has(name))),
    ),
  ];
}

function defaultErrors(schema: StructuralSchema, field: string, isInEnvelope: boolean): FieldError[] {
  const value: unknown = schema.props.default;
  const unknownMembers = isInEnvelope ? [] : prune(structuredClone(value), schema, schema.isEmbeddedResource);
  const errors = unknownMembers.length > 0 ? [invalid(field, goVerbatim(value), 'must not have unknown fields')] : [];
  const ofObjects = isInEnvelope ? [] : validateEmbeddedObjects(value, schema, field);
  if (ofObjects.length > 0) return [...errors, ...ofObjects];
  return [
    ...errors,
    ...validateStructure(value, schema, '', true).map((error) => ({ ...error, field: at(field, error.field) })),
  ];
}

/** The root of a validated value has no path. */
const at = (field: string, path: string): string => (path === '<nil>' ? field : `${field}.${path}`);
