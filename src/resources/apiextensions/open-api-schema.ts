import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid, notSupported } from '../../api/field-error.ts';
import { PRESERVE_UNKNOWN_FIELDS_EXTENSION } from '../../api/kubernetes-names.ts';
import { validateMergeRules } from './schema-lists.ts';
import { validateRuleTexts } from './schema-rules.ts';
import { isGiven, type JsonSchema, propertiesOf, schemaIn, textOf } from './schema-walk.ts';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const UNSUPPORTED = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'];
const EMBEDDED_RESOURCE_EXTENSION = kubernetesName('x-kubernetes-embedded-resource');
const ENVELOPE = new Set(['apiVersion', 'kind', 'metadata']);

/** The place of a schema. The surrounding schemas determine what it may contain. */
interface Place {
  readonly isRoot: boolean;
  /** Whether it describes apiVersion, kind or metadata of an object. */
  readonly isInEnvelope: boolean;
  /** Why defaults are not allowed; undefined when they are. */
  readonly noDefaults: string | undefined;
}

const ROOT: Place = { isRoot: true, isInEnvelope: false, noDefaults: undefined };

/** The errors of a schema and of all schemas in it, and the paths of the schemas that have any. */
interface SchemaErrors {
  readonly errors: readonly FieldError[];
  readonly faulty: ReadonlySet<string>;
}

/** Validates the keywords of a schema and of all schemas in it. */
export function validateOpenApiSchema(schema: JsonSchema, field: string, dialect: Dialect): SchemaErrors {
  const faulty = new Set<string>();
  return { errors: errorsOf(schema, field, dialect, ROOT, faulty), faulty };
}

function errorsOf(schema: JsonSchema, field: string, dialect: Dialect, place: Place, faulty: Set<string>) {
  const errors = keywordErrors(schema, field, dialect, place);
  if (schema.uniqueItems === true) {
    const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbiddenField(`${field}.uniqueItems`, detail));
  }
  const additional = schema.additionalProperties ?? true;
  if (additional !== true && propertiesOf(schema).length > 0) {
    const detail = 'additionalProperties and properties are mutual exclusive';
    errors.push(forbiddenField(`${field}.additionalProperties`, detail));
  }
  for (const { child, path, inside } of childrenOf(schema, field, dialect, place)) {
    errors.push(...errorsOf(child, path, dialect, inside, faulty));
  }
  const preserve = dialect.rename(PRESERVE_UNKNOWN_FIELDS_EXTENSION);
  if (schema[preserve] === false) errors.push(invalid(`${field}.${preserve}`, false, 'must be true or undefined'));
  errors.push(...validateMergeRules(schema, field, dialect), ...validateRuleTexts(schema, field, dialect));
  if (errors.length > 0) faulty.add(field);
  return errors;
}

function keywordErrors(schema: JsonSchema, field: string, dialect: Dialect, place: Place): FieldError[] {
  const errors: FieldError[] = [];
  const type = textOf(schema.type);
  if (type !== '' && !TYPES.includes(type)) errors.push(notSupported(`${field}.type`, type, TYPES));
  if (schema.default !== undefined && place.noDefaults !== undefined) {
    errors.push(forbiddenField(`${field}.default`, `must not be set ${place.noDefaults}`));
  }
  for (const member of UNSUPPORTED) {
    if (isGiven(schema, member)) errors.push(forbiddenField(`${field}.${member}`, `${member} is not supported`));
  }
  if (type === 'null') {
    const detail = 'type cannot be set to null, use nullable as an alternative';
    errors.push(forbiddenField(`${field}.type`, detail));
  }
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    errors.push(forbiddenField(`${field}.items`, 'items must be a schema object and not an array'));
  }
  const embedded = dialect.rename(EMBEDDED_RESOURCE_EXTENSION);
  if (place.isInEnvelope && schema[embedded] === true) {
    errors.push(forbiddenField(`${field}.${embedded}`, 'must not be used inside of resource meta'));
  }
  return errors;
}

interface Child {
  readonly child: JsonSchema;
  readonly path: string;
  readonly inside: Place;
}

/** Returns every child schema, including those that only validate values. */
function childrenOf(schema: JsonSchema, field: string, dialect: Dialect, place: Place): Child[] {
  const inner: Place = { ...place, isRoot: false };
  const inMap = place.isInEnvelope
    ? { ...inner, noDefaults: 'inside additionalProperties applying to object metadata' }
    : inner;
  const isResource = place.isRoot || schema[dialect.rename(EMBEDDED_RESOURCE_EXTENSION)] === true;
  const ofProperty = (name: string): Place => {
    if (!isResource || !ENVELOPE.has(name)) return inner;
    return { ...inner, isInEnvelope: true, noDefaults: place.isRoot ? `in top-level ${name}` : inner.noDefaults };
  };
  const one = (value: unknown, path: string, inside: Place): Child[] => {
    const child = schemaIn(value);
    return child ? [{ child, path, inside }] : [];
  };
  const listed = (member: 'allOf' | 'oneOf' | 'anyOf' | 'items'): Child[] =>
    (Array.isArray(schema[member]) ? schema[member] : []).flatMap((part: unknown, index: number) =>
      one(part, `${field}.${member}[${index}]`, inner),
    );
  const named = (member: 'definitions' | 'dependencies'): Child[] =>
    Object.entries(schemaIn(schema[member]) ?? {}).flatMap(([name, value]) =>
      one(value, `${field}.${member}[${name}]`, inner),
    );
  return [
    ...one(schema.additionalProperties, `${field}.additionalProperties`, inMap),
    ...propertiesOf(schema).flatMap(([name, child]) => one(child, `${field}.properties[${name}]`, ofProperty(name))),
    ...one(schema.not, `${field}.not`, inner),
    ...listed('allOf'),
    ...listed('oneOf'),
    ...listed('anyOf'),
    ...named('definitions'),
    ...one(schema.items, `${field}.items`, inner),
    ...listed('items'),
    ...named('dependencies'),
  ];
}
