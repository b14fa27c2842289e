import { definitions } from './definitions.ts';
import type { ListSchema, MapSchema, Schema } from './schema.ts';

const SCALARS = {
  boolean: 'bool',
  bytes: '[]uint8',
  int32: 'int32',
  int64: 'int64',
  intOrString: 'int32', // its decoder reads anything but a string as a number
  microtime: 'string', // times are decoded as strings first
  number: 'float64',
  quantity: 'resource.Quantity',
  string: 'string',
  time: 'string',
} as const;

/** Returns `v1.Container` for `core.v1.Container`. */
const packaged = (definition: string): string => definition.split('.').slice(-2).join('.');

/** Returns the Go type of a field's strings or elements if they have a named one: `v1.PullPolicy`. */
export function namedType(definition: string, field: string): string | undefined {
  const type = definitions[definition]?.fields?.[field]?.goType;
  if (!type || type.includes('.')) return type;
  return `${definition.split('.').at(-2)}.${type}`;
}

/** Lists and maps of types with a name, by their fields. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  definitions: 'v1.JSONSchemaDefinitions',
  dependencies: 'v1.JSONSchemaDependencies',
  'x-validations': 'v1.ValidationRules',
};

/** Returns the Go type of a value as decoding errors name it; `definition` and `field` locate the value. */
export function goTypeName(schema: Schema, definition: string, field: string): string {
  switch (schema.kind) {
    case 'any':
      return definition.startsWith('apiextensions.') ? 'v1.JSON' : 'interface {}';
    case 'struct':
      return packaged(schema.name ?? '');
    case 'list':
      return listTypeName(schema, definition, field);
    case 'map':
      return mapTypeName(schema, definition, field);
    case 'scalar':
      return (schema.type === 'string' ? namedType(definition, field) : undefined) ?? SCALARS[schema.type];
  }
}

const collectionOf = (definition: string, field: string): string | undefined =>
  definition.startsWith('apiextensions.') ? COLLECTIONS[field.replace(/^x-\w+-/, 'x-')] : undefined;

function listTypeName({ items }: ListSchema, definition: string, field: string): string {
  if (field === 'extra') return `${definition.split('.').at(-2)}.ExtraValue`;
  return collectionOf(definition, field) ?? `[]${goTypeName(items, definition, field)}`;
}

function mapTypeName({ values }: MapSchema, definition: string, field: string): string {
  if (values.kind === 'scalar' && values.type === 'quantity') return 'v1.ResourceList';
  const key = field === 'allocatedResourceStatuses' ? 'v1.ResourceName' : 'string';
  return collectionOf(definition, field) ?? `map[${key}]${goTypeName(values, definition, field)}`;
}
