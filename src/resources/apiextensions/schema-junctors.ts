import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid } from '../../api/field-error.ts';
import { isRecord } from '../../api/object.ts';
import { compileRegularExpression } from '../../cel/values/regular-expression.ts';
import { Failure } from '../../cel/values/values.ts';
import { isSentEmpty } from '../../schema/sent-empties.ts';
import { type JsonSchema, propertiesOf, schemaIn, textOf } from './schema-walk.ts';

/** Keywords with a fixed value inside allOf, anyOf, oneOf and not, because those only validate values. */
const SHAPING: Readonly<Record<string, 'empty' | 'undefined' | 'false'>> = {
  type: 'empty',
  additionalProperties: 'undefined',
  default: 'undefined',
  title: 'empty',
  description: 'empty',
  nullable: 'false',
};
const SHAPING_EXTENSIONS: Readonly<Record<string, 'empty' | 'undefined' | 'false'>> = {
  'preserve-unknown-fields': 'false',
  'embedded-resource': 'false',
  'int-or-string': 'false',
  'list-map-keys': 'empty',
  'list-type': 'undefined',
  'map-type': 'undefined',
  validations: 'empty',
};

/** The alternatives that int-or-string fields may list. */
const INT_OR_STRING = JSON.stringify([{ type: 'integer' }, { type: 'string' }]);
const isIntOrString = (anyOf: unknown): boolean =>
  JSON.stringify(anyOf) === INT_OR_STRING &&
  (anyOf as readonly object[]).every((alternative) => !isSentEmpty(alternative, 'required'));

/** Returns the errors of the pattern of a structural schema, and of the schemas in its allOf, anyOf, oneOf and not. */
export function validateJunctors(schema: JsonSchema, field: string, dialect: Dialect): FieldError[] {
  const [first] = Array.isArray(schema.allOf) ? schema.allOf : [];
  const isSkipped = isIntOrString(schema.anyOf);
  const isFirstSkipped = isRecord(first) && isIntOrString(first.anyOf);
  return junctorErrors(schema, field, dialect, isSkipped, isFirstSkipped);
}

function junctorErrors(
  schema: JsonSchema,
  field: string,
  dialect: Dialect,
  skipsAnyOf = false,
  skipsFirstAllOf = false,
): FieldError[] {
  const partsOf = (junctor: 'anyOf' | 'allOf' | 'oneOf') =>
    (Array.isArray(schema[junctor]) ? schema[junctor] : []).map((part: unknown, index: number) => ({
      part: schemaIn(part),
      path: `${field}.${junctor}[${index}]`,
      skips: junctor === 'allOf' && index === 0 && skipsFirstAllOf,
    }));
  const parts = [
    ...(skipsAnyOf ? [] : partsOf('anyOf')),
    ...partsOf('allOf'),
    ...partsOf('oneOf'),
    { part: schemaIn(schema.not), path: `${field}.not`, skips: false },
  ];
  return [
    ...parts.flatMap(({ part, path, skips }) => (part ? partErrors(part, path, dialect, skips) : [])),
    ...patternErrors(textOf(schema.pattern), `${field}.pattern`),
  ];
}

function patternErrors(pattern: string, field: string): FieldError[] {
  const compiled = compileRegularExpression(pattern);
  if (!(compiled instanceof Failure)) return [];
  return [invalid(field, pattern, `must be a valid regular expression, but isn't: ${compiled.message}`)];
}

function partErrors(part: JsonSchema, field: string, dialect: Dialect, skipsAnyOf = false): FieldError[] {
  const items = schemaIn(part.items);
  const properties = propertiesOf(part);
  const extensions = Object.entries(SHAPING_EXTENSIONS).map(
    ([name, wanted]) => [dialect.rename(kubernetesName(`x-kubernetes-${name}`)), wanted] as const,
  );
  const shaping = [...Object.entries(SHAPING), ...extensions]
    .filter(([member, wanted]) =>
      wanted === 'undefined' ? (part[member] ?? undefined) !== undefined : isSet(part[member]),
    )
    .map(([member, wanted]) => forbiddenField(`${field}.${member}`, `must be ${wanted} to be structural`));
  return [
    ...junctorErrors(part, field, dialect, skipsAnyOf),
    ...(items ? partErrors(items, `${field}.items`, dialect) : []),
    ...properties.flatMap(([name, child]) => partErrors(child, `${field}.properties[${name}]`, dialect)),
    ...shaping,
    ...(properties.some(([name]) => name === 'metadata')
      ? [forbiddenField(`${field}.properties[metadata]`, 'must not be specified in a nested context')]
      : []),
  ];
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);
