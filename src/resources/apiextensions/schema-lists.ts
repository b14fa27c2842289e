import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { type FieldError, invalid, notSupported, required } from '../../api/field-error.ts';
import { type JsonSchema, propertiesOf, schemaIn, textOf, textsOf } from './schema-walk.ts';

/** Validates how a schema merges lists and maps. */
export function validateMergeRules(schema: JsonSchema, field: string, dialect: Dialect): FieldError[] {
  const name = (extension: string): string => dialect.rename(kubernetesName(`x-kubernetes-${extension}`));
  const listType = schema[name('list-type')];
  const keys = textsOf(schema[name('list-map-keys')]);
  return [
    ...validateType(schema, name('map-type'), 'object', ['atomic', 'granular'], field),
    ...validateType(schema, name('list-type'), 'array', ['atomic', 'set', 'map'], field),
    ...validateKeysHaveMap(keys, listType, field, name),
    ...(listType === 'map' ? validateMapList(schema, keys, field, name) : []),
    ...(listType === 'set' ? validateSetList(schema, field, name) : []),
  ];
}

type ExtensionName = (extension: string) => string;

function validateType(
  schema: JsonSchema,
  extension: string,
  wanted: string,
  supported: readonly string[],
  field: string,
): FieldError[] {
  const value = schema[extension];
  if (value === undefined) return [];
  const type = textOf(schema.type);
  if (type === wanted) {
    return supported.includes(textOf(value)) ? [] : [notSupported(`${field}.${extension}`, value, supported)];
  }
  const detail = `must be ${wanted} if ${extension} is specified`;
  return [type === '' ? required(`${field}.type`, detail) : invalid(`${field}.type`, type, detail)];
}

function validateKeysHaveMap(keys: readonly string[], listType: unknown, field: string, name: ExtensionName) {
  if (keys.length === 0 || listType === 'map') return [];
  const path = `${field}.${name('list-type')}`;
  const detail = `must be map if ${name('list-map-keys')} is non-empty`;
  return [listType === undefined ? required(path, detail) : invalid(path, listType, detail)];
}

/** Items of a map list are objects identified by their keys, so each key must always be present. */
function validateMapList(schema: JsonSchema, keys: string[], field: string, name: ExtensionName): FieldError[] {
  const path = `${field}.${name('list-map-keys')}`;
  const list = name('list-type');
  const errors = keys.length === 0 ? [required(path, `must not be empty if ${list} is map`)] : [];
  const items = schemaIn(schema.items);
  if (!items) return [...errors, required(`${field}.items`, `must have a schema if ${list} is map`)];
  if (items.type !== 'object') {
    const detail = `must be object if parent array's ${list} is map`;
    return [...errors, invalid(`${field}.items.type`, textOf(items.type), detail)];
  }
  const properties = new Map(propertiesOf(items));
  if (keys.some((key) => !properties.has(key))) {
    errors.push(invalid(path, keys, 'entries must all be names of item properties'));
  }
  if (new Set(keys).size < keys.length) errors.push(invalid(path, keys, 'must not contain duplicate entries'));
  for (const key of keys) {
    const property = properties.get(key);
    if (!property || property.default !== undefined || textsOf(items.required).includes(key)) continue;
    const detail = `this property is in ${name('list-map-keys')}, so it must have a default or be a required property`;
    errors.push(required(`${field}.items.properties[${key}].default`, detail));
  }
  return errors;
}

function validateSetList(schema: JsonSchema, field: string, name: ExtensionName): FieldError[] {
  const items = schemaIn(schema.items);
  const extension = items?.type === 'array' ? 'list-type' : items?.type === 'object' ? 'map-type' : undefined;
  if (!items || extension === undefined || items[name(extension)] === 'atomic') return [];
  const detail = `must be atomic as item of a list with ${name('list-type')}=set`;
  return [invalid(`${field}.items.${name(extension)}`, items[name(extension)], detail)];
}
