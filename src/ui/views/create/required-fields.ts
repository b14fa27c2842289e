import { type GroupVersionKind, isRecord } from '../../../api/object.ts';
import { describesKind } from '../../../kubectl/explanation/schema-fields.ts';
import type { OpenApiDocument } from '../../commands/read-openapi.ts';

type Schema = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Schema>>;

/** Fields that every object has, and the status, which only the server writes. */
const COMMON = new Set(['apiVersion', 'kind', 'metadata', 'status']);
/** Schemas can refer to themselves. */
const DEEPEST = 8;

/**
 * Returns the required fields of a kind with values that fit their types, at every depth, beside its metadata. The spec is
 * included when it has required fields.
 */
export function requiredFields(documents: readonly OpenApiDocument[], kind: GroupVersionKind): object {
  const schemas: Schemas = Object.assign({}, ...documents.map(({ components }) => components?.schemas ?? {}));
  const schema = Object.values(schemas).find((candidate) => describesKind(candidate, kind));
  if (!schema) return {};
  const content = objectOf(schema, schemas, 0);
  const spec = propertiesOf(schema).spec;
  if (content.spec === undefined && isRecord(spec)) content.spec = valueFor(spec, schemas, 1);
  return Object.fromEntries(Object.entries(content).filter(([name, value]) => !COMMON.has(name) && !isEmpty(value)));
}

const isEmpty = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;

const propertiesOf = ({ properties }: Schema): Schema => (isRecord(properties) ? properties : {});

function objectOf(schema: Schema, schemas: Schemas, depth: number): Record<string, unknown> {
  const properties = propertiesOf(schema);
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  return Object.fromEntries(
    required.map((name) => {
      const property = properties[name];
      return [name, isRecord(property) ? valueFor(property, schemas, depth + 1) : null];
    }),
  );
}

/** The values of types that are neither objects nor lists. */
const SIMPLE: Readonly<Record<string, unknown>> = { string: '', integer: 0, number: 0, boolean: false };

function valueFor(given: Schema, schemas: Schemas, depth: number): unknown {
  const schema = resolved(given, schemas);
  if (depth > DEEPEST) return null;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === 'array') {
    const isFilled = Number(schema.minItems ?? 0) > 0 && isRecord(schema.items);
    return isFilled ? [valueFor(schema.items as Schema, schemas, depth + 1)] : [];
  }
  if (typeof schema.minimum === 'number' && schema.minimum > 0) return schema.minimum;
  return SIMPLE[String(schema.type)] ?? objectOf(schema, schemas, depth);
}

/** Follows a reference, also one that stands alone in `allOf`. */
function resolved(schema: Schema, schemas: Schemas): Schema {
  const [only] = Array.isArray(schema.allOf) ? schema.allOf : [];
  const reference = schema.$ref ?? (isRecord(only) ? only.$ref : undefined);
  return typeof reference === 'string' ? (schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {}) : schema;
}
