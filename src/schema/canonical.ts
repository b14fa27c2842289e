import { isRecord, setMember } from '../api/object.ts';
import {
  amountsWriter,
  isResourceAmount,
  scalarWriter,
  unchanged,
  writeAmount,
  zeroOfScalar,
} from './canonical-scalars.ts';
import type { Field, Schema, StructSchema } from './schema.ts';

/** Returns a value as the server writes it. Members shared with a value that the server wrote are not written again. */
type Writer = (value: unknown, written?: Readonly<Record<string, unknown>>) => unknown;

type Writers = WeakMap<Schema, Writer>;

/** They copy everything. */
const copying: Writers = new WeakMap();
/** They keep the parts of a value that are in canonical form. */
const keeping: Writers = new WeakMap();

/**
 * Returns a value as a Go server writes it after decoding it: members in the order of the struct, unknown members
 * dropped, empty members dropped or filled in according to `Field.empty`, scalars in their canonical spelling, map keys
 * sorted.
 * The value is not modified. Values of the wrong type are returned unchanged; decoding has rejected them before.
 */
export const canonical = (value: unknown, schema: Schema): unknown => writerOf(schema, copying)(value);

/**
 * Like `canonical`, for a value that nobody changes any more: its parts that are in canonical form become parts of the result.
 * @param written in canonical form; what the value shares with it is not even read
 */
export const canonicalOnce = (
  value: Readonly<Record<string, unknown>>,
  schema: StructSchema,
  written?: Readonly<Record<string, unknown>>,
): unknown => writerOf(schema, keeping)(value, written);

/** Returns the zero value of a type. */
function zeroOf(schema: Schema): unknown {
  if (schema.kind === 'struct') return writerOf(schema, copying)({});
  return schema.kind === 'scalar' ? zeroOfScalar(schema) : null;
}

function writerOf(schema: Schema, writers: Writers): Writer {
  const known = writers.get(schema);
  if (known) return known;
  const writer = createWriter(schema, writers);
  writers.set(schema, writer);
  return writer;
}

function createWriter(schema: Schema, writers: Writers): Writer {
  switch (schema.kind) {
    case 'any':
      return unchanged;
    case 'scalar':
      return scalarWriter(schema);
    case 'struct':
      return schema.structural ? customWriter(schema) : structWriter(schema, writers);
    case 'list': {
      const write = elementWriter(schema.items, writers);
      return (value) => (Array.isArray(value) ? writtenList(value, write, writers) : value);
    }
    case 'map': {
      const isAmounts = isResourceAmount(schema.values);
      const write = isAmounts ? writeAmount : elementWriter(schema.values, writers);
      const map: Writer = (value) => (isRecord(value) ? writtenMap(value, write, writers) : value);
      return isAmounts ? amountsWriter(map) : map;
    }
  }
}

/** Elements of lists and maps are not pointers, so null becomes the zero value of the type. */
function elementWriter(schema: Schema, writers: Writers): Writer {
  if (schema.kind === 'any' || schema.kind === 'list' || schema.kind === 'map')
    return (value) => writerOf(schema, writers)(value);
  let write: Writer | undefined; // created on first use, because a struct may contain itself
  return (value) => {
    write ??= writerOf(schema, writers);
    if (value !== null) return write(value);
    // Bytes come from storage, which turns null into empty bytes.
    return schema.kind === 'scalar' && schema.type === 'bytes' ? '' : zeroOf(schema);
  };
}

function writtenList(list: readonly unknown[], write: Writer, writers: Writers): readonly unknown[] {
  const written = list.map((item) => write(item));
  return writers === keeping && written.every((item, index) => item === list[index]) ? list : written;
}

function writtenMap(map: Record<string, unknown>, write: Writer, writers: Writers): Record<string, unknown> {
  const written = sortedMap(map, write);
  return writers === keeping && isSame(map, written) ? map : written;
}

/** Reports whether two maps have the same members in the same order. */
function isSame(map: Record<string, unknown>, written: Record<string, unknown>): boolean {
  const [names, others] = [Object.keys(map), Object.keys(written)];
  return names.every((name, place) => name === others[place] && map[name] === written[name]);
}

/** Sorts keys by their UTF-8 bytes, which is the order of code points. */
function sortedMap(value: Record<string, unknown>, write: Writer): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) setMember(out, key, write(value[key]));
  return out;
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
  const write = metadata ? writerOf(metadata, copying) : unchanged;
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

function structWriter({ fields, preserveUnknown }: StructSchema, writers: Writers): Writer {
  let steps: readonly FieldWriter[] | undefined;
  const places = new Map([...fields.keys()].map((name, place) => [name, place]));
  const always = [...fields].filter(([, { empty }]) => empty === 'always').map(([name]) => name);
  return (value, known) => {
    if (!isRecord(value)) return value;
    steps ??= [...fields].map(([name, field]) => new FieldWriter(name, field, writers));
    // Reading the members, of which there are few, is faster than looking for every field.
    const members: unknown[] = new Array(steps.length);
    let isCanonical = writers === keeping;
    let last = -1;
    for (const name in value) {
      const place = places.get(name) ?? -1;
      const member = steps[place]?.write(value[name], known);
      if (place >= 0) members[place] = member;
      isCanonical &&= place > last && member !== undefined && member === value[name];
      last = place;
    }
    if (isCanonical && always.every((name) => name in value)) return value;
    const out: Record<string, unknown> = {};
    for (let place = 0; place < steps.length; place += 1) steps[place]?.put(members[place], out);
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
  readonly #isNullWhenAbsent: boolean;

  constructor(name: string, field: Field, writers: Writers) {
    this.#name = name;
    this.#field = field;
    this.#write = writerOf(field.schema, writers);
    const { empty, nullWhenAbsent, schema } = field;
    this.#isNullWhenAbsent =
      empty === 'always' && (nullWhenAbsent === true || (schema.kind !== 'struct' && zeroOf(schema) === null));
  }

  /** Returns the member as it is written; undefined when it is written as an absent one. */
  write(value: unknown, known: Readonly<Record<string, unknown>> | undefined): unknown {
    if (value === undefined) return undefined;
    if (value === null) return this.#isNullWhenAbsent ? null : undefined;
    const { empty } = this.#field;
    const before = known?.[this.#name];
    if (value === before && typeof value === 'object') return value;
    const written = this.#write(value, isRecord(before) ? before : undefined);
    return empty !== 'omitted' || !isEmpty(written) ? written : undefined;
  }

  put(written: unknown, to: Record<string, unknown>): void {
    if (written !== undefined) to[this.#name] = written;
    else if (this.#field.empty === 'always')
      to[this.#name] = this.#isNullWhenAbsent ? null : zeroOf(this.#field.schema);
  }
}
