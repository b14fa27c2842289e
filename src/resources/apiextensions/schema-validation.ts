import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type { JSONSchemaProps } from '../../api/kinds/apiextensions-v1.generated.ts';
import { PRESERVE_UNKNOWN_FIELDS_EXTENSION } from '../../api/kubernetes-names.ts';
import { isRecord } from '../../api/object.ts';
import { structuralSchema } from '../../schema/structural/structural-schema.ts';
import { validateMergeRules } from './schema-lists.ts';
import { validateSchemaRules } from './schema-rules.ts';
import { type JsonSchema, propertiesOf, schemaIn, textOf } from './schema-walk.ts';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const UNSUPPORTED = ['definitions', 'dependencies', 'id', 'patternProperties', 'additionalItems', '$ref'];
/** The position of a schema, as the message for a missing type names it. */
type Level = 'root' | 'item' | 'field';
const MISSING_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};
/** Keywords that are not allowed inside allOf, anyOf, oneOf and not, which only validate values. */
const SHAPING = ['type', 'description', 'default', 'nullable', 'title', 'additionalProperties'];
const EMBEDDED_RESOURCE_EXTENSION = kubernetesName('x-kubernetes-embedded-resource');
const SHAPING_EXTENSIONS = [
  PRESERVE_UNKNOWN_FIELDS_EXTENSION,
  EMBEDDED_RESOURCE_EXTENSION,
  kubernetesName('x-kubernetes-int-or-string'),
  kubernetesName('x-kubernetes-list-map-keys'),
  kubernetesName('x-kubernetes-list-type'),
  kubernetesName('x-kubernetes-map-type'),
  kubernetesName('x-kubernetes-validations'),
];

/** Validates a structural schema. Rule expressions are only checked if the schema has no other errors. */
export function validateSchema(schema: JsonSchema, field: string, dialect: Dialect): FieldError[] {
  const errors = [...validateNode(schema, field, dialect), ...validateStructure(schema, 'root', field, dialect)];
  return [
    ...errors,
    ...validateSchemaRules(structuralSchema(schema as JSONSchemaProps, dialect), field, dialect, errors.length === 0),
  ];
}

function validateNode(schema: JsonSchema, field: string, dialect: Dialect): FieldError[] {
  const preserve = dialect.rename(PRESERVE_UNKNOWN_FIELDS_EXTENSION);
  const errors: FieldError[] = [];
  const type = textOf(schema.type);
  if (type !== '' && !TYPES.includes(type)) errors.push(notSupported(`${field}.type`, type, TYPES));
  for (const member of UNSUPPORTED) {
    if (schema[member] !== undefined) errors.push(forbiddenField(`${field}.${member}`, `${member} is not supported`));
  }
  if (schema.uniqueItems === true) {
    const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbiddenField(`${field}.uniqueItems`, detail));
  }
  if (schema.additionalProperties === false) {
    errors.push(forbiddenField(`${field}.additionalProperties`, 'additionalProperties cannot be set to false'));
  }
  if (schema.additionalProperties !== undefined && propertiesOf(schema).length > 0) {
    const detail = 'additionalProperties and properties are mutual exclusive';
    errors.push(forbiddenField(`${field}.additionalProperties`, detail));
  }
  if (Array.isArray(schema.items)) {
    errors.push(forbiddenField(`${field}.items`, 'items must be a schema object and not an array'));
  }
  if (schema[preserve] === false) {
    errors.push(invalid(`${field}.${preserve}`, false, 'must be true or undefined'));
  }
  errors.push(...validateMergeRules(schema, field, dialect));
  return [...errors, ...childrenOf(schema, field).flatMap(({ child, path }) => validateNode(child, path, dialect))];
}

interface Child {
  readonly child: JsonSchema;
  readonly path: string;
  readonly level: Level;
}

/** Returns the nested schemas that determine what is stored. */
function childrenOf(schema: JsonSchema, field: string): Child[] {
  const items = schemaIn(schema.items);
  const additional = schemaIn(schema.additionalProperties);
  return [
    ...propertiesOf(schema).map(([name, child]) => ({
      child,
      path: `${field}.properties[${name}]`,
      level: 'field' as const,
    })),
    ...(additional ? [{ child: additional, path: `${field}.additionalProperties`, level: 'field' as const }] : []),
    ...(items ? [{ child: items, path: `${field}.items`, level: 'item' as const }] : []),
  ];
}

function validateStructure(schema: JsonSchema, level: Level, field: string, dialect: Dialect): FieldError[] {
  const has = (extension: string): boolean =>
    schema[dialect.rename(kubernetesName(`x-kubernetes-${extension}`))] === true;
  const type = textOf(schema.type);
  const errors: FieldError[] = [];
  if (has('embedded-resource')) errors.push(...validateEmbedded(schema, type, has, field, dialect));
  else if (type === '' && !has('int-or-string') && !has('preserve-unknown-fields')) {
    errors.push(required(`${field}.type`, MISSING_TYPE[level]));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(invalid(`${field}.type`, type, 'must be object at the root'));
  }
  if (level === 'root') errors.push(...validateRootMetadata(schema, field));
  return [
    ...errors,
    ...(has('int-or-string') ? [] : validateJunctors(schema, field, dialect)),
    ...childrenOf(schema, field).flatMap(({ child, path, level: inner }) =>
      validateStructure(child, inner, path, dialect),
    ),
  ];
}

function validateEmbedded(
  schema: JsonSchema,
  type: string,
  has: (extension: string) => boolean,
  field: string,
  dialect: Dialect,
): FieldError[] {
  const extension = dialect.rename(EMBEDDED_RESOURCE_EXTENSION);
  const preserve = dialect.rename(PRESERVE_UNKNOWN_FIELDS_EXTENSION);
  const errors: FieldError[] = [];
  if (!has('preserve-unknown-fields') && propertiesOf(schema).length === 0) {
    errors.push(required(`${field}.properties`, `must not be empty if ${extension} is true without ${preserve}`));
  }
  if (type !== 'object') {
    const detail = `must be object if ${extension} is true`;
    errors.push(type === '' ? required(`${field}.type`, detail) : invalid(`${field}.type`, type, detail));
  }
  if (schema.additionalProperties !== undefined) {
    errors.push(forbiddenField(`${field}.additionalProperties`, `must not be used if ${extension} is set`));
  }
  return errors;
}

const METADATA_MEMBERS = ['type', 'properties', 'default'];

/** The server owns the metadata of every object; a schema may only restrict its name. */
function validateRootMetadata(schema: JsonSchema, field: string): FieldError[] {
  const metadata = new Map(propertiesOf(schema)).get('metadata');
  if (!metadata) return [];
  const names = propertiesOf(metadata).map(([name]) => name);
  const isOpen =
    metadata.type === 'object' && Object.keys(metadata).every((member) => METADATA_MEMBERS.includes(member));
  if (isOpen && names.every((name) => name === 'name' || name === 'generateName')) return [];
  const detail = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
  return [forbiddenField(`${field}.properties[metadata]`, detail)];
}

/** Returns the schemas in allOf, anyOf, oneOf and not. Int-or-string fields use anyOf themselves, which is left out. */
function validateJunctors(schema: JsonSchema, field: string, dialect: Dialect): FieldError[] {
  const lists = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((junctor) =>
    (Array.isArray(schema[junctor]) ? schema[junctor] : []).map((part: unknown, index: number) => ({
      part,
      path: `${field}.${junctor}[${index}]`,
    })),
  );
  const all = schema.not === undefined ? lists : [...lists, { part: schema.not, path: `${field}.not` }];
  return all.flatMap(({ part, path }) => (isRecord(part) ? validateJunctor(part, path, dialect) : []));
}

function validateJunctor(part: JsonSchema, field: string, dialect: Dialect): FieldError[] {
  const members = [...SHAPING, ...SHAPING_EXTENSIONS.map((extension) => dialect.rename(extension))];
  const shaping = members
    .filter((member) => part[member] !== undefined && part[member] !== '')
    .map((member) => forbiddenField(`${field}.${member}`, 'must be empty to be structural'));
  const inner = childrenOf(part, field).flatMap(({ child, path }) => validateJunctor(child, path, dialect));
  return [...shaping, ...inner, ...validateJunctors(part, field, dialect)];
}
