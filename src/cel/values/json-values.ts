import { readBase64 } from '../../api/encoding/base64.ts';
import { DYN, type ListType, type MapType, type ObjectType, type Type } from '../typing/types.ts';
import { parseTimestamp, parseWordedDuration } from './time-text.ts';
import { Failure, ListValue, MapValue, type Value } from './values.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns a view of JSON for expressions, without copying: members are converted when accessed. The type determines the
 * meaning of strings and numbers; with dyn, whole numbers are ints.
 */
export function fromJson(json: unknown, type: Type): Value {
  if (json === undefined || json === null) return null;
  if (typeof json === 'string') return fromText(json, type);
  if ('isIntOrString' in type && !Number.isInteger(json) && typeof json !== 'bigint')
    return new Failure(NOT_INT_OR_STRING);
  if (typeof json === 'boolean') return json;
  if (typeof json === 'bigint') return type.kind === 'double' ? Number(json) : json;
  if (typeof json === 'number') return fromNumber(json, type);
  if (Array.isArray(json)) return new JsonList(json, type.kind === 'list' ? type : undefined);
  if (type.kind === 'object') return new JsonStruct(json as JsonObject, type);
  return new JsonMap(json as JsonObject, type.kind === 'map' ? type : undefined);
}

const NOT_INT_OR_STRING = 'invalid data, expected XIntOrString value to be either a string or integer';

/** A date, which stands for the start of the day. */
const DATE = /^\d{4}-\d{2}-\d{2}$/;

function fromText(text: string, { kind }: Type): Value {
  switch (kind) {
    case 'timestamp':
      return parseTimestamp(DATE.test(text) ? `${text}T00:00:00Z` : text) ?? new Failure(`Invalid date/time: ${text}`);
    case 'duration':
      return parseWordedDuration(text) ?? new Failure(`Invalid duration: ${text}`);
    case 'bytes':
      return readBase64(text) ?? new Failure(`Invalid base64: ${text}`);
    default:
      return text;
  }
}

function fromNumber(number: number, { kind }: Type): Value {
  return kind === 'double' || !Number.isInteger(number) ? number : BigInt(number);
}

class JsonList extends ListValue {
  readonly #array: readonly unknown[];
  readonly #element: Type;
  constructor(array: readonly unknown[], type: ListType | undefined) {
    super(type);
    this.#array = array;
    this.#element = type?.element ?? DYN;
  }
  get length(): number {
    return this.#array.length;
  }
  at(index: number): Value {
    return fromJson(this.#array[index], this.#element);
  }
}

class JsonMap extends MapValue {
  readonly #object: JsonObject;
  readonly #value: Type;
  constructor(object: JsonObject, type: MapType | undefined) {
    super();
    this.#object = object;
    this.#value = type?.value ?? DYN;
  }
  get size(): number {
    return Object.keys(this.#object).length;
  }
  get(key: Value): Value | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.#object, key)) return undefined;
    return fromJson(this.#object[key], this.#value);
  }
  keys(): readonly Value[] {
    return Object.keys(this.#object);
  }
}

/** A struct: contains only the members of its type, and no null members. */
class JsonStruct extends MapValue {
  readonly #object: JsonObject;
  readonly #type: ObjectType;
  constructor(object: JsonObject, type: ObjectType) {
    super();
    this.#object = object;
    this.#type = type;
  }
  get size(): number {
    return this.keys().length;
  }
  get(key: Value): Value | undefined {
    const field = typeof key === 'string' ? this.#type.fields.get(key) : undefined;
    if (!field) return undefined;
    const value = Object.hasOwn(this.#object, field.member) ? this.#object[field.member] : undefined;
    return value === undefined || value === null ? undefined : fromJson(value, field.type);
  }
  keys(): readonly Value[] {
    return [...this.#type.fields.keys()].filter((key) => this.get(key) !== undefined);
  }
}
