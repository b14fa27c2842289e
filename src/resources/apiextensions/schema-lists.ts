import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import { type JsonSchema, propertiesOf, schemaIn, textOf, textsOf } from './schema-walk.ts';

type ExtensionName = (extension: string) => string;

const LIST_TYPES = ['atomic', 'set', 'map'];
const MAP_TYPES = ['atomic', 'granular'];

/** Validates how a schema merges lists and maps. */
export function validateMergeRules(schema: JsonSchema, field: string, dialect: Dialect): FieldError[] {
  const name = (extension: string): string => dialect.rename(kubernetesName(`x-kubernetes-${extension}`));
  const listType = schema[name('list-type')];
  const keys = textsOf(schema[name('list-map-keys')]);
  const ofList = typeErrors(schema, name('list-type'), 'array', field);
  return [
    ...typeErrors(schema, name('map-type'), 'object', field),
    ...unsupported(schema, name('map-type'), MAP_TYPES, field),
    ...ofList,
    ...(ofList.length === 0 && listType === 'set' ? setErrors(schema, field, name) : []),
    ...unsupported(schema, name('list-type'), LIST_TYPES, field),
    ...keysWithoutMap(keys, listType, field, name),
    ...(listType === 'map' ? mapErrors(schema, keys, field, name) : []),
    ...(listType === 'map' || listType === 'set' ? itemErrors(schema, keys, listType, field, name) : []),
  ];
}

function typeErrors(schema: JsonSchema, extension: string, wanted: string, field: string): FieldError[] {
  const type = textOf(schema.type);
  if (schema[extension] === undefined || type === wanted) return [];
  const detail = `must be ${wanted} if ${extension} is specified`;
  return [type === '' ? required(`${field}.type`, detail) : invalid(`${field}.type`, type, detail)];
}

function unsupported(schema: JsonSchema, extension: string, supported: readonly string[], field: string): FieldError[] {
  const value = schema[extension];
  if (value === undefined || supported.includes(textOf(value))) return [];
  return [notSupported(`${field}.${extension}`, value, supported)];
}

function keysWithoutMap(keys: readonly string[], listType: unknown, field: string, name: ExtensionName): FieldError[] {
  if (keys.length === 0 || listType === 'map') return [];
  const path = `${field}.${name('list-type')}`;
  const detail = `must be map if ${name('list-map-keys')} is non-empty`;
  return [listType === undefined ? required(path, detail) : invalid(path, listType, detail)];
}

function setErrors(schema: JsonSchema, field: string, name: ExtensionName): FieldError[] {
  const items = schemaIn(schema.items);
  if (!items) return [];
  const detail = `must be atomic as item of a list with ${name('list-type')}=set`;
  const [listType, mapType] = [items[name('list-type')], items[name('map-type')]];
  // Lists are atomic by default; maps are not.
  if (items.type === 'array' && listType !== undefined && listType !== 'atomic')
    return [invalid(`${field}.items.${name('list-type')}`, listType, detail)];
  if (items.type === 'object' && mapType !== 'atomic')
    return [invalid(`${field}.items.${name('map-type')}`, mapType, detail)];
  return [];
}

/** Items of a map list are objects identified by their keys. */
function mapErrors(schema: JsonSchema, keys: string[], field: string, name: ExtensionName): FieldError[] {
  const path = `${field}.${name('list-map-keys')}`;
  const list = name('list-type');
  const errors = keys.length === 0 ? [required(path, `must not be empty if ${list} is map`)] : [];
  if (schema.items === undefined)
    return [...errors, required(`${field}.items`, `must have a schema if ${list} is map`)];
  const items = schemaIn(schema.items);
  if (!items) return errors;
  if (items.type !== 'object') {
    const detail = `must be object if parent array's ${list} is map`;
    return [...errors, invalid(`${field}.items.type`, textOf(items.type), detail)];
  }
  const properties = new Map(propertiesOf(items));
  const seen = new Set<string>();
  for (const key of keys) {
    const property = properties.get(key);
    if (!property) errors.push(invalid(path, keys, 'entries must all be names of item properties'));
    else if (property.type === 'array' || property.type === 'object') {
      const detail = `must be a scalar type if parent array's ${list} is map`;
      errors.push(invalid(`${field}.items.properties[${key}].type`, textOf(items.type), detail));
    }
    if (seen.has(key)) errors.push(invalid(path, keys, 'must not contain duplicate entries'));
    seen.add(key);
  }
  return errors;
}

/** Items of sets and maps have an identity, which can be neither null nor missing. */
function itemErrors(schema: JsonSchema, keys: string[], listType: string, field: string, name: ExtensionName) {
  const items = schemaIn(schema.items);
  if (!items) return [];
  const errors: FieldError[] = [];
  if (items.nullable === true) {
    const detail = `cannot be nullable when ${name('list-type')} is ${listType}`;
    errors.push(forbiddenField(`${field}.items.nullable`, detail));
  }
  if (listType === 'set') return errors;
  const properties = new Map(propertiesOf(items));
  for (const key of keys) {
    const property = properties.get(key);
    if (!property) continue;
    const path = `${field}.items.properties[${key}]`;
    const why = `this property is in ${name('list-map-keys')}, so it`;
    if (property.default === undefined && !textsOf(items.required).includes(key)) {
      errors.push(required(`${path}.default`, `${why} must have a default or be a required property`));
    }
    if (property.nullable === true) errors.push(forbiddenField(`${path}.nullable`, `${why} cannot be nullable`));
  }
  return errors;
}
