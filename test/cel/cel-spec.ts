import { DYN, listOf, mapOf, parseType, type Type } from '../../src/cel/typing/types.ts';
import { parseDuration, parseTimestamp } from '../../src/cel/values/time-text.ts';
import { ArrayList, EntryMap, keyText, TypeValue, UnsignedInteger, type Value } from '../../src/cel/values/values.ts';

/** A suite of `@bufbuild/cel-spec`. */
export interface Suite<T> {
  readonly name: string;
  readonly suites?: readonly Suite<T>[];
  readonly tests?: readonly T[];
}

/** Returns all tests of a suite and its nested suites, with the path of each test's suite. */
export const allTests = <T>({ name, suites = [], tests = [] }: Suite<T>, path = ''): { path: string; test: T }[] => [
  ...tests.map((test) => ({ path: `${path}/${name}`, test })),
  ...suites.flatMap((suite) => allTests(suite, `${path}/${name}`)),
];

type Json = Readonly<Record<string, unknown>>;
interface Entry {
  readonly key: Json;
  readonly value: Json;
}

/** Converts a value from the specification's protobuf JSON form; undefined for messages. */
export function valueFrom(json: Json): Value | undefined {
  const [kind, value] = Object.entries(json)[0] ?? [];
  switch (kind) {
    case 'nullValue':
      return null;
    case 'int64Value':
      return BigInt(String(value));
    case 'uint64Value':
      return new UnsignedInteger(BigInt(String(value)));
    case 'doubleValue':
      return Number(value);
    case 'bytesValue':
      return Uint8Array.from(atob(String(value)), (character) => character.charCodeAt(0));
    case 'typeValue':
      return new TypeValue(String(value));
    case 'listValue':
      return new ArrayList(((value as { values?: Json[] }).values ?? []).map((each) => valueFrom(each) ?? null));
    case 'mapValue':
      return mapValueOf((value as { entries?: Entry[] }).entries ?? []);
    case 'objectValue':
      return messageOf(value as { '@type': string; value?: string });
    default:
      return value as boolean | string | undefined;
  }
}

function mapValueOf(entries: readonly Entry[]): Value {
  const pairs = entries.map(({ key, value }) => [valueFrom(key) ?? null, valueFrom(value) ?? null] as const);
  return new EntryMap(new Map(pairs.map((pair) => [keyText(pair[0]), pair])));
}

function messageOf({ '@type': type, value = '' }: { '@type': string; value?: string }): Value | undefined {
  if (type.endsWith('.Timestamp')) return parseTimestamp(value);
  return type.endsWith('.Duration') ? parseDuration(value) : undefined;
}

interface JsonType {
  readonly primitive?: string;
  readonly listType?: { readonly elemType: JsonType };
  readonly mapType?: { readonly keyType: JsonType; readonly valueType: JsonType };
}
const PRIMITIVES: Readonly<Record<string, string>> = {
  BOOL: 'bool',
  INT64: 'int',
  UINT64: 'uint',
  DOUBLE: 'double',
  STRING: 'string',
  BYTES: 'bytes',
};

export function typeFrom({ primitive, listType, mapType }: JsonType): Type {
  if (primitive !== undefined) return parseType(PRIMITIVES[primitive] ?? 'dyn');
  if (listType) return listOf(typeFrom(listType.elemType));
  return mapType ? mapOf(typeFrom(mapType.keyType), typeFrom(mapType.valueType)) : DYN;
}
