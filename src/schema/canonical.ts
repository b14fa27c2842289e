import { isRecord, setMember } from '../api/object.ts';
import { canonicalQuantity, canonicalResourceQuantity } from '../api/values/quantity.ts';
import { canonicalBytes, canonicalMicroTime, canonicalTime } from './scalar-text.ts';
import type { Field, ScalarSchema, Schema, StructSchema } from './schema.ts';
import { rememberSentAmounts } from './sent-amounts.ts';

/** Returns a value as the server writes it. Members shared with a value that the server wrote are not written again. */
type Writer = (value: unknown, written?: Readonly<Record<string, unknown>>) => unknown;

const writers = new WeakMap<Schema, Writer>();

/**
 * Returns a value as a Go server writes it after decoding it: members in the order of the struct, unknown members
 * dropped, empty members dropped or filled in according to `Field.empty`, scalars in their canonical spelling, map keys
 * sorted.
 * The value is not modified. Values of the wrong type are returned unchanged; decoding has rejected them before.
 */
export const canonical = (value: unknown, schema: Schema): unknown => writerOf(schema)(value);

/** Like `canonical`, for a value that shares members with one in canonical form: they become members of the result. */
export const canonicalAfter = (
  value: Readonly<Record<string, unknown>>,
  schema: StructSchema,
  written: Readonly<Record<string, unknown>>,
): unknown => writerOf(schema)(value, written);

/** Returns the zero value of a type. */
function zeroOf(schema: Schema): unknown {
  if (schema.kind === 'struct') return writerOf(schema)({});
  return schema.kind === 'scalar' ? zeroOfScalar(schema) : null;
}

function zeroOfScalar({ type }: ScalarSchema): unknown {
  switch (type) {
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'quantity':
      return '0';
    case 'bytes':
    case 'time':
    case 'microtime':
      return null;
    default:
      return 0;
  }
}

function writerOf(schema: Schema): Writer {
  const known = writers.get(schema);
  if (known) return known;
  const writer = createWriter(schema);
  writers.set(schema, writer);
  return writer;
}

const unchanged: Writer = (value) => value;

function createWriter(schema: Schema): Writer {
  switch (schema.kind) {
    case 'any':
      return unchanged;
    case 'scalar':
      return scalarWriter(schema);
    case 'struct':
      return schema.structural ? customWriter(schema) : structWriter(schema);
    case 'list': {
      const write = elementWriter(schema.items);
      return (value) => (Array.isArray(value) ? value.map((item) => write(item)) : value);
    }
    case 'map': {
      if (isResourceAmount(schema.values)) return writeAmounts;
      const write = elementWriter(schema.values);
      return (value) => (isRecord(value) ? sortedMap(value, write) : value);
    }
  }
}

/** Elements of lists and maps are not pointers, so null becomes the zero value of the type. */
function elementWriter(schema: Schema): Writer {
  if (schema.kind === 'any' || schema.kind === 'list' || schema.kind === 'map')
    return (value) => writerOf(schema)(value);
  let write: Writer | undefined; // created on first use, because a struct may contain itself
  return (value) => {
    write ??= writerOf(schema);
    if (value !== null) return write(value);
    // Bytes come from storage, which turns null into empty bytes.
    return schema.kind === 'scalar' && schema.type === 'bytes' ? '' : zeroOf(schema);
  };
}

/** Sorts keys by their UTF-8 bytes, which is the order of code points. */
function sortedMap(value: Record<string, unknown>, write: Writer): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) setMember(out, key, write(value[key]));
  return out;
}

const texts: Partial<Record<ScalarSchema['type'], (text: string) => string | null>> = {
  bytes: canonicalBytes,
  time: canonicalTime,
  microtime: canonicalMicroTime,
  quantity: canonicalQuantity,
};

/** A map of quantities is a resource list, which the server rounds up to thousandths. */
const isResourceAmount = (schema: Schema): boolean => schema.kind === 'scalar' && schema.type === 'quantity';

function scalarWriter({ type }: ScalarSchema): Writer {
  const text = texts[type];
  return text ? textWriter(text) : unchanged;
}

const textWriter =
  (canonicalText: (text: string) => string | null): Writer =>
  (value) => {
    const isText = typeof value === 'string' || typeof value === 'number';
    try {
      return isText ? canonicalText(String(value)) : value;
    } catch {
      return value;
    }
  };

const writeAmount = textWriter(canonicalResourceQuantity);

function writeAmounts(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const written = sortedMap(value, writeAmount);
  rememberSentAmounts(written, value);
  return written;
}

const isEmpty = (value: unknown): boolean =>
  value === '' ||
  value === 0 ||
  value === false ||
  (typeof value === 'object' && value !== null && (Array.isArray(value) ? value.length === 0 : isEmptyRecord(value)));

function isEmptyRecord(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

/** A custom resource is arbitrary JSON with typed metadata. */
function customWriter({ fields }: StructSchema): Writer {
  const metadata = fields.get('metadata')?.schema;
  const write = metadata ? writerOf(metadata) : unchanged;
  return (value) => {
    if (!isRecord(value)) return value;
    const out: Record<string, unknown> = {};
    for (const key of Object.keys(value).sort()) {
      const member = key === 'metadata' ? write(value.metadata ?? {}) : sortedKeys(value[key]);
      if (member !== undefined) setMember(out, key, member);
    }
    out.metadata ??= write({});
    return out;
  };
}

/** Sorts the keys of arbitrary JSON, so that equal values have equal text. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  return isRecord(value) ? sortedMap(value, sortedKeys) : value;
}

function structWriter({ fields, preserveUnknown }: StructSchema): Writer {
  let steps: readonly FieldWriter[] | undefined;
  const places = new Map([...fields.keys()].map((name, place) => [name, place]));
  return (value, known) => {
    if (!isRecord(value)) return value;
    steps ??= [...fields].map(([name, field]) => new FieldWriter(name, field));
    // Reading the members, of which there are few, is faster than looking for every field.
    const members: unknown[] = new Array(steps.length);
    for (const name in value) {
      const place = places.get(name);
      if (place !== undefined) members[place] = value[name];
    }
    const out: Record<string, unknown> = {};
    for (let place = 0; place < steps.length; place += 1) steps[place]?.write(members[place], out, known);
    if (preserveUnknown) keepUnknown(value, out, fields);
    return out;
  };
}

function keepUnknown(
  value: Record<string, unknown>,
  out: Record<string, unknown>,
  fields: StructSchema['fields'],
): void {
  for (const key of Object.keys(value)) if (!fields.has(key)) setMember(out, key, value[key]);
}

class FieldWriter {
  readonly #name: string;
  readonly #field: Field;
  readonly #write: Writer;

  constructor(name: string, field: Field) {
    this.#name = name;
    this.#field = field;
    this.#write = writerOf(field.schema);
  }

  write(value: unknown, to: Record<string, unknown>, known: Readonly<Record<string, unknown>> | undefined): void {
    const { empty, schema, nullWhenAbsent } = this.#field;
    if (value === null || value === undefined) {
      if (empty === 'always') to[this.#name] = nullWhenAbsent ? null : zeroOf(schema);
      return;
    }
    const before = known?.[this.#name];
    const isKnown = value === before && typeof value === 'object';
    const written = isKnown ? value : this.#write(value, isRecord(before) ? before : undefined);
    if (isKnown || empty !== 'omitted' || !isEmpty(written)) to[this.#name] = written;
  }
}
