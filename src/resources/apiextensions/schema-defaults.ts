import { type FieldError, fieldErrorText, invalid } from '../../api/field-error.ts';
import { isRecord } from '../../api/object.ts';
import { evaluateRulesOfDefault, ruleTree } from '../../cel/rules/evaluate-rules.ts';
import { goVerbatim } from '../../schema/decoding/decode-custom.ts';
import type { StructuralSchema } from '../../schema/structural/structural.ts';
import { prune } from '../../schema/structural/structural-pruning.ts';
import { validateStructure } from '../../schema/structural/structural-validation.ts';
import { validateEmbeddedObjects } from './embedded-objects.ts';

/** The place of a default: the schema of the enclosing object, and that object with only the default. */
interface Place {
  readonly object: StructuralSchema;
  readonly isInEnvelope: boolean;
  holding(value: unknown): unknown;
}

const placeOf = (object: StructuralSchema): Place => ({
  object,
  isInEnvelope: false,
  holding: (value) => ({ apiVersion: 'validation/v1', kind: 'Validation', ...(isRecord(value) ? value : {}) }),
});

/** Returns the errors of the defaults in a valid structural schema: each must be valid and complete on its own. */
export function validateDefaults(schema: StructuralSchema, field: string): FieldError[] {
  const root = { ...schema, isEmbeddedResource: true };
  return errorsOf(root, field, placeOf(root));
}

const ENVELOPE = new Set(['apiVersion', 'kind', 'metadata']);

/** Defaults in additionalProperties are not checked, as in the real server. */
function errorsOf(schema: StructuralSchema, field: string, around: Place): FieldError[] {
  const { items, properties, isEmbeddedResource } = schema;
  const place = isEmbeddedResource ? placeOf(schema) : around;
  const ofItems: Place = { ...place, holding: (value) => place.holding([value]) };
  const ofProperty = (name: string): Place => ({
    ...place,
    isInEnvelope: place.isInEnvelope || (isEmbeddedResource && ENVELOPE.has(name)),
    holding: (value) => place.holding({ [name]: value }),
  });
  return [
    ...(schema.props.default === undefined ? [] : defaultErrors(schema, `${field}.default`, place)),
    ...(items ? errorsOf(items, `${field}.items`, ofItems) : []),
    ...[...properties].flatMap(([name, property]) =>
      errorsOf(property, `${field}.properties[${name}]`, ofProperty(name)),
    ),
  ];
}

function defaultErrors(schema: StructuralSchema, field: string, place: Place): FieldError[] {
  const value: unknown = schema.props.default;
  const errors = place.isInEnvelope ? [] : prunedErrors(value, schema, field);
  const ofObjects = place.isInEnvelope
    ? envelopeErrors(value, field, place)
    : validateEmbeddedObjects(value, schema, field);
  if (ofObjects.length > 0) return [...errors, ...ofObjects];
  const ofStructure = validateStructure(value, schema, '', true);
  if (ofStructure.length > 0)
    return [...errors, ...ofStructure.map((error) => ({ ...error, field: at(field, error.field) }))];
  const rules = ruleTree(schema, schema.isEmbeddedResource);
  return rules ? [...errors, ...evaluateRulesOfDefault(rules, value, field)] : errors;
}

function prunedErrors(value: unknown, schema: StructuralSchema, field: string): FieldError[] {
  const unknownMembers = prune(structuredClone(value), schema, schema.isEmbeddedResource);
  return unknownMembers.length > 0 ? [invalid(field, goVerbatim(value), 'must not have unknown fields')] : [];
}

/** Returns the errors of a default within apiVersion, kind or metadata. It is validated as the only value in its object. */
function envelopeErrors(value: unknown, field: string, { object, holding }: Place): FieldError[] {
  const texts = [...new Set(validateEmbeddedObjects(holding(value), object, '').map(fieldErrorText))];
  if (texts.length === 0) return [];
  const shown = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  return [invalid(field, goVerbatim(value), `must result in valid metadata: ${shown}`)];
}

/** The root of a validated value has no path. */
const at = (field: string, path: string): string => (path === '<nil>' ? field : `${field}.${path}`);
