import { compareUtf8, sortUtf8 } from '../api/encoding/utf8.ts';
import { isRecord, setMember } from '../api/object.ts';
import {
  amountsWriter,
  isResourceAmount,
  scalarWriter,
  unchanged,
  writeAmount,
  zeroOfScalar,
} from './canonical-scalars.ts';
import { type Members, StructWriter, type Writer } from './canonical-struct.ts';
import type { Alternatives, Schema, StructSchema } from './schema.ts';
import { copySentEmpties } from './sent-empties.ts';

type Writers = WeakMap<Schema, Writer>;

/** Writers that copy every value. */
const copying: Writers = new WeakMap();
/** Writers that reuse the parts of a value that are already canonical. */
const keeping: Writers = new WeakMap();
/** Like `keeping`, but for storage: empty lists become null where storage does not keep them. */
const storing: Writers = new WeakMap();

/**
 * Returns a value as a Go server writes it after decoding it: members in the order of the struct, unknown members
 * dropped, empty members dropped or filled in according to `Field.empty`, scalars in their canonical spelling, map keys
 * sorted. The value is not modified. Values of the wrong type are returned unchanged; decoding has rejected them
 * before.
 * @param written a canonical value; parts shared with it become part of the result
 */
export const canonical = (value: unknown, schema: Schema, written?: Members): unknown =>
  writerOf(schema, copying)(value, written);

/**
 * Like `canonical`, for a value that is not used afterwards: its canonical parts become part of the result.
 * @param written a canonical value; parts shared with it are not read
 */
export const canonicalOnce = (value: Members, schema: StructSchema, written?: Members): unknown =>
  writerOf(schema, keeping)(value, written);

/** Like `canonicalOnce`, for a value that goes to storage. */
export const storedCanonical = (value: Members, schema: StructSchema, written?: Members): unknown =>
  writerOf(schema, storing)(value, written);

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
      return schema.alternatives ? alternativesWriter(schema.alternatives, writers) : unchanged;
    case 'scalar':
      return scalarWriter(schema);
    case 'struct':
      return schema.structural ? customWriter(schema, writers) : structWriter(schema, writers);
    case 'list': {
      const write = elementWriter(schema.items, writers);
      return (value, known) => (Array.isArray(value) ? writtenList(value, write, writers, known) : value);
    }
    case 'map': {
      const isAmounts = isResourceAmount(schema.values);
      const write = isAmounts && !schema.isExact ? writeAmount : elementWriter(schema.values, writers);
      const map: Writer = (value) => (isRecord(value) ? writtenMap(value, write, writers) : value);
      return isAmounts ? amountsWriter(map) : map;
    }
  }
}

/** Go writes an empty list of alternatives as null. */
function alternativesWriter({ object, list }: Alternatives, writers: Writers): Writer {
  return (value, known) => {
    if (Array.isArray(value)) return list && value.length > 0 ? writerOf(list, writers)(value, known) : undefined;
    return isRecord(value) ? writerOf(object, writers)(value, known) : value;
  };
}

/** Elements of lists and maps are not pointers, so null becomes the zero value of the type. */
function elementWriter(schema: Schema, writers: Writers): Writer {
  if (schema.kind === 'any' || schema.kind === 'list' || schema.kind === 'map')
    return (value, known) => writerOf(schema, writers)(value, known);
  let write: Writer | undefined; // created on first use, because a struct may contain itself
  return (value, known) => {
    write ??= writerOf(schema, writers);
    if (value !== null) return write(value, known);
    // Bytes come from storage, which turns null into empty bytes.
    return schema.kind === 'scalar' && schema.type === 'bytes' ? '' : zeroOf(schema);
  };
}

function writtenList(list: readonly unknown[], write: Writer, writers: Writers, known: unknown): readonly unknown[] {
  const before = Array.isArray(known) ? known : NOTHING;
  let written: unknown[] | undefined = writers === copying ? [] : undefined;
  for (let index = 0; index < list.length; index += 1) {
    const sent = list[index];
    const item = sent === before[index] ? sent : write(sent, before[index]);
    if (item !== sent) written ??= list.slice(0, index);
    written?.push(item);
  }
  return written ?? list;
}

const NOTHING: readonly unknown[] = [];

function writtenMap(map: Record<string, unknown>, write: Writer, writers: Writers): Record<string, unknown> {
  return writers !== copying && isWritten(map, write) ? map : sortedMap(map, write);
}

/** Reports whether a map has its keys in order and its values in canonical form. */
function isWritten(map: Record<string, unknown>, write: Writer): boolean {
  let last = '';
  for (const key in map) {
    if (compareUtf8(key, last) < 0 || write(map[key]) !== map[key]) return false;
    last = key;
  }
  return true;
}

function sortedMap(value: Record<string, unknown>, write: Writer): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const key of sortUtf8(Object.keys(value))) setMember(out, key, write(value[key]));
  return out;
}

/** A custom resource is arbitrary JSON with typed metadata. */
function customWriter({ fields }: StructSchema, writers: Writers): Writer {
  const metadata = fields.get('metadata')?.schema;
  const write = metadata ? writerOf(metadata, copying) : unchanged;
  const sort = writers === copying ? sortedKeys : inSortedOrder;
  return (value) => {
    if (!isRecord(value)) return value;
    const out: Record<string, unknown> = {};
    for (const key of sortUtf8(Object.keys(value))) {
      const member = key === 'metadata' ? write(value.metadata ?? {}) : sort(value[key]);
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

/** Like `sortedKeys`, but returns the value itself if its keys are already sorted. */
function inSortedOrder(value: unknown): unknown {
  if (Array.isArray(value)) return writtenList(value, inSortedOrder, keeping, undefined);
  if (!isRecord(value)) return value;
  if (!isSorted(value)) return sortedMap(value, inSortedOrder);
  let out: Record<string, unknown> | undefined;
  for (const key in value) {
    const member = inSortedOrder(value[key]);
    if (member === value[key]) continue;
    out ??= { ...value };
    setMember(out, key, member);
  }
  return out ?? value;
}

function isSorted(value: Record<string, unknown>): boolean {
  let last = '';
  for (const key in value) {
    if (compareUtf8(key, last) < 0) return false;
    last = key;
  }
  return true;
}

function structWriter({ name, fields, preserveUnknown }: StructSchema, writers: Writers): Writer {
  // Protobuf does not distinguish empty lists from absent ones. Custom resource definitions are stored as JSON, which does.
  const keepsZeroTimes = writers === storing;
  const dropsEmptyLists = keepsZeroTimes && !name?.startsWith('apiextensions.');
  let struct: StructWriter | undefined;
  return (value, known) => {
    if (!isRecord(value)) return value;
    struct ??= new StructWriter(
      fields,
      { writerOf: (schema) => writerOf(schema, writers), zeroOf },
      { dropsEmptyLists, keepsZeroTimes },
    );
    const before = isRecord(known) ? known : undefined;
    const members = writers === copying ? struct.written(value, before) : struct.changed(value, before);
    if (!members) return value;
    const out = struct.joined(members);
    copySentEmpties(value, out);
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
