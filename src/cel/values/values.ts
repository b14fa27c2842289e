import { isBytes } from '../../api/realms.ts';
import type { Type } from '../typing/types.ts';

/**
 * A value of an expression. An int is a bigint and a double is a number. A failure is also a value, because `||`, `&&`
 * and folds continue if another operand decides the result.
 */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | UnsignedInteger
  | Timestamp
  | Duration
  | ListValue
  | MapValue
  | TypeValue
  | Opaque
  | Failure;

/** An evaluation error, with cel-go's message. */
export class Failure {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export class UnsignedInteger {
  readonly value: bigint;
  constructor(value: bigint) {
    this.value = value;
  }
}

/** Nanoseconds since 1970 in UTC. */
export class Timestamp {
  readonly nanoseconds: bigint;
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

export class Duration {
  readonly nanoseconds: bigint;
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** The result of `type(x)`. */
export class TypeValue {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A value defined by a library, such as a URL or an authorizer. */
export abstract class Opaque {
  abstract readonly typeName: string;
  abstract equals(other: Opaque): boolean;
}

/** A list whose elements are created when accessed, so that views of JSON copy nothing. */
export abstract class ListValue {
  abstract readonly length: number;
  abstract at(index: number): Value;
  /** The type, if known: it determines how sets and keyed lists are compared and concatenated. */
  readonly type: Type | undefined;
  constructor(type?: Type) {
    this.type = type;
  }
}

export abstract class MapValue {
  abstract readonly size: number;
  /** Returns undefined when the key is missing. */
  abstract get(key: Value): Value | undefined;
  abstract keys(): readonly Value[];
}

export class ArrayList extends ListValue {
  readonly elements: readonly Value[];
  constructor(elements: readonly Value[]) {
    super();
    this.elements = elements;
  }
  get length(): number {
    return this.elements.length;
  }
  at(index: number): Value {
    return this.elements[index] ?? null;
  }
}

/** A map literal. */
export class EntryMap extends MapValue {
  readonly #entries: ReadonlyMap<string, readonly [key: Value, value: Value]>;
  constructor(entries: ReadonlyMap<string, readonly [key: Value, value: Value]>) {
    super();
    this.#entries = entries;
  }
  get size(): number {
    return this.#entries.size;
  }
  get(key: Value): Value | undefined {
    return this.#entries.get(keyText(key))?.[1];
  }
  keys(): readonly Value[] {
    return [...this.#entries.values()].map(([key]) => key);
  }
}

/** Returns the text that identifies a key; equal numbers of different types are one key. */
export function keyText(key: Value): string {
  if (typeof key === 'string') return `s${key}`;
  if (key instanceof UnsignedInteger) return `n${key.value}`;
  return typeof key === 'boolean' ? `b${key}` : `n${String(key)}`;
}

/** Returns the type name that `type()` and messages show. */
export function typeName(value: Value): string {
  if (value === null) return 'null_type';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
  }
  if (value instanceof UnsignedInteger) return 'uint';
  if (isBytes(value)) return 'bytes';
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp';
  if (value instanceof Duration) return 'google.protobuf.Duration';
  if (value instanceof ListValue) return 'list';
  if (value instanceof MapValue) return 'map';
  if (value instanceof TypeValue) return 'type';
  return value instanceof Opaque ? value.typeName : 'error';
}
