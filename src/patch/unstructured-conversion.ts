import { writeJson } from '../api/encoding/exact-json.ts';
import { sortUtf8 } from '../api/encoding/utf8.ts';
import { isRecord } from '../api/object.ts';
import { canonicalQuantity } from '../api/values/quantity.ts';
import { goKind } from '../schema/go-format.ts';
import { goTypeName } from '../schema/go-type-name.ts';
import { jsonTypeName } from '../schema/json/json-syntax.ts';
import { canonicalBytes, canonicalMicroTime, canonicalTime } from '../schema/scalar-text.ts';
import type { ScalarSchema, Schema, StructSchema } from '../schema/schema.ts';

/** Errors of the conversion from decoded JSON to a Go type, as after a strategic merge patch. */
export interface Conversion {
  /** Error for the first value of a wrong type, with the server's message; later members are not checked. */
  readonly error?: string;
  /** Paths of unknown fields, sorted. */
  readonly unknownFields: readonly string[];
}

class ConversionError extends Error {}

/** Go kinds of scalars that are converted directly. */
const SCALAR_KINDS: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'bool',
  int32: 'int32',
  int64: 'int64',
  number: 'float64',
};

/** Checks a patched object against its schema, and wraps integers that are too large for their Go type in place. */
export function convertUnstructured(value: Record<string, unknown>, schema: Schema): Conversion {
  const unknownFields: string[] = [];
  try {
    visit(value, schema, NOWHERE, unknownFields);
    return { unknownFields: sortUtf8(unknownFields) };
  } catch (error) {
    if (error instanceof ConversionError) return { error: error.message, unknownFields: [] };
    throw error;
  }
}

/** Where a value is: its path, and the definition and field that name its Go type. */
interface Place {
  readonly path: string;
  readonly definition: string;
  readonly field: string;
}

const NOWHERE: Place = { path: '', definition: '', field: '' };

function visit(value: unknown, schema: Schema, place: Place, unknown: string[]): void {
  if (value === null || value === undefined) return;
  switch (schema.kind) {
    case 'any':
      break;
    case 'scalar':
      checkScalar(value, schema, place);
      break;
    case 'list':
      if (!Array.isArray(value)) throw new ConversionError(`cannot restore slice from ${goKind(value)}`);
      for (let index = 0; index < value.length; index++) {
        visit(value[index], schema.items, { ...place, path: `${place.path}[${index}]` }, unknown);
        wrap(value, index, schema.items);
      }
      break;
    case 'map':
      if (!isRecord(value)) throw new ConversionError(`cannot restore map from ${goKind(value)}`);
      for (const key of Object.keys(value)) {
        visit(value[key], schema.values, { ...place, path: `${place.path}.${key}` }, unknown);
        wrap(value, key, schema.values);
      }
      break;
    case 'struct':
      if (!isRecord(value)) throw new ConversionError(`cannot restore struct from: ${goKind(value)}`);
      visitStruct(value, schema, place.path, unknown);
  }
}

const INT32 = 2 ** 31;
const INT64 = 2 ** 63;
const SMALLEST_INT64 = -(2n ** 63n);

/** Stores an integer as Go's conversions do: they drop the upper bits, and of a float above int64 all bits but the sign. */
function wrap<Key extends string | number>(holder: Record<Key, unknown>, key: Key, schema: Schema): void {
  if (schema.kind !== 'scalar' || (schema.type !== 'int32' && schema.type !== 'int64')) return;
  const value = holder[key];
  if (typeof value !== 'number' && typeof value !== 'bigint') return;
  const isLarge = value >= INT64 || value < -INT64;
  if (schema.type === 'int64') {
    if (isLarge) holder[key] = SMALLEST_INT64;
  } else if (value >= INT32 || value < -INT32) {
    holder[key] = isLarge ? 0 : Number(BigInt.asIntN(32, BigInt(value)));
  }
}

function visitStruct(value: Record<string, unknown>, schema: StructSchema, path: string, unknown: string[]): void {
  const at = (key: string): string => (path ? `${path}.${key}` : key);
  for (const [key, field] of schema.fields) {
    visit(value[key], field.schema, { path: at(key), definition: schema.name ?? '', field: key }, unknown);
    wrap(value, key, field.schema);
  }
  if (schema.preserveUnknown) return;
  unknown.push(
    ...Object.keys(value)
      .filter((key) => !schema.fields.has(key))
      .map(at),
  );
}

function checkScalar(value: unknown, schema: ScalarSchema, { definition, field }: Place): void {
  const { type } = schema;
  const target = SCALAR_KINDS[type];
  if (!target) {
    readText(value, type);
    return;
  }
  // A whole float is converted like an integer.
  const isWhole = Number.isInteger(value) || typeof value === 'bigint';
  const kind = isWhole ? 'int64' : goKind(value);
  const isInteger = target === 'int32' || target === 'int64';
  // Whole floats convert as well, including those above int64.
  if (kind === target || (isInteger ? isWhole : kind === 'int64' && target === 'float64')) return;
  const converts = (kind === 'int64' && target === 'string') || (kind === 'float64' && isInteger);
  throw new ConversionError(
    converts ? `cannot convert ${kind} to ${goTypeName(schema, definition, field)}` : `unrecognized type: ${target}`,
  );
}

/** Validates scalars that are decoded from their JSON text. */
function readText(value: unknown, type: ScalarSchema['type']): void {
  try {
    if (type === 'quantity') canonicalQuantity(String(value));
    else if (type === 'bytes') readBytes(value);
    else if (type === 'time') canonicalTime(textOf(value));
    else if (type === 'microtime') canonicalMicroTime(textOf(value));
    else if (type === 'intOrString' && typeof value !== 'string') readInteger(value);
  } catch (error) {
    throw new ConversionError((error as Error).message);
  }
}

function readBytes(value: unknown): void {
  if (typeof value !== 'string') throw new Error(`cannot restore slice from ${goKind(value)}`);
  try {
    canonicalBytes(value);
  } catch (error) {
    throw new Error(`error decoding from json: ${(error as Error).message}`);
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error(`json: cannot unmarshal ${jsonTypeName(writeJson(value))} into Go value of type string`);
}

function readInteger(value: unknown): void {
  if (typeof value === 'number' && value === (value | 0)) return;
  const shown =
    typeof value === 'number' || typeof value === 'bigint' ? `number ${value}` : jsonTypeName(writeJson(value));
  throw new Error(`json: cannot unmarshal ${shown} into Go value of type int32`);
}
