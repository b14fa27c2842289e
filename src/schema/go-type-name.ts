import { definitions } from './definitions.ts';
import type { Schema } from './schema.ts';

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

/** Returns the Go type of a value as decoding errors name it; `definition` and `field` locate the value. */
export function goTypeName(schema: Schema, definition: string, field: string): string {
  switch (schema.kind) {
    case 'any':
      return 'interface {}';
    case 'struct':
      return packaged(schema.name ?? '');
    case 'list':
      return `[]${goTypeName(schema.items, definition, field)}`;
    case 'map': {
      const { values } = schema;
      if (values.kind === 'scalar' && values.type === 'quantity') return 'v1.ResourceList';
      const isExtra = field === 'extra' && values.kind === 'list';
      return `map[string]${isExtra ? `${definition.split('.').at(-2)}.ExtraValue` : goTypeName(values, definition, field)}`;
    }
    case 'scalar':
      return (schema.type === 'string' ? namedType(definition, field) : undefined) ?? SCALARS[schema.type];
  }
}
