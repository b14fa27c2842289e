import { bytesBase64 } from '../../api/encoding/base64.ts';
import { exactInteger, parseJson, writeJson } from '../../api/encoding/exact-json.ts';
import { errorText } from '../../api/error-text.ts';
import { quoted } from '../../api/field-error.ts';
import { isRecord, setMember } from '../../api/object.ts';
import { finish, type Steps } from '../../api/steps.ts';
import { canonicalQuantity } from '../../api/values/quantity.ts';
import { goTypeName } from '../go-type-name.ts';
import { JsonReader, type JsonType } from '../json/json-reader.ts';
import { canonicalBytes, canonicalMicroTime, canonicalTime } from '../scalar-text.ts';
import type { Alternatives, ListSchema, MapSchema, ScalarSchema, Schema, StructSchema } from '../schema.ts';
import { conforms } from './conforms.ts';

/** A value that Go cannot decode into its type, with Go's message. */
export class DecodeError extends Error {}

/** A value of another type than its place in a struct. */
class TypeMismatch extends DecodeError {
  readonly value: string;
  readonly type: string;

  constructor(value: string, type: string, place: string) {
    super(`json: cannot unmarshal ${value} into ${place} of type ${type}`);
    this.value = value;
    this.type = type;
  }
}

const INT32 = 2 ** 31;
const INT64 = 2n ** 63n;

/**
 * Decodes JSON into the type of a schema as Go's decoder does: unknown members are dropped and reported, repeated
 * members are reported and merged into the first, and the first value of a wrong type becomes the error.
 */
class GoDecoder {
  readonly #reader: JsonReader;
  /** In order of appearance, without duplicates. */
  readonly strictErrors = new Set<string>();
  /** Path of the current value: member names and list indexes. */
  readonly #path: (string | number)[] = [];
  /** For errors: the definition of the current struct, and the path of fields to the current value. */
  #definition = '';
  readonly #fields: string[] = [];
  #firstError: DecodeError | undefined;

  constructor(text: string) {
    this.#reader = new JsonReader(text);
  }

  decode(schema: Schema): unknown {
    const value = this.#value(schema, undefined);
    if (this.#firstError) throw this.#firstError;
    return value;
  }

  #value(schema: Schema, previous: unknown): unknown {
    const type = this.#reader.peek();
    if (type === 'null') {
      this.#reader.skip();
      return null;
    }
    switch (schema.kind) {
      case 'any':
        return schema.alternatives ? this.#alternative(schema.alternatives, type) : parseJson(this.#reader.raw());
      case 'scalar':
        return this.#scalar(schema, type);
      case 'list':
        return type === 'array' ? this.#list(schema) : this.#mismatch(schema, type);
      case 'map':
        return type === 'object' ? this.#map(schema, previous) : this.#mismatch(schema, type);
      case 'struct':
        return type === 'object' ? this.#struct(schema, previous) : this.#mismatch(schema, type);
    }
  }

  /**
   * Decodes with a separate decoder, whose unknown members are not reported. Its error names the path of the whole
   * value and ends the decoding.
   */
  #alternative({ object, list, boolean }: Alternatives, type: JsonType): unknown {
    const text = this.#reader.raw();
    const schema = type === 'object' ? object : type === 'array' ? list : undefined;
    if (schema) {
      try {
        return new GoDecoder(text).decode(schema);
      } catch (error) {
        throw error instanceof TypeMismatch ? new TypeMismatch(error.value, error.type, this.#place()) : error;
      }
    }
    if (!boolean) return null;
    if (type !== 'bool') throw new DecodeError('boolean or JSON schema expected');
    return text === 'true';
  }

  #struct(schema: StructSchema, previous: unknown): Record<string, unknown> {
    const out: Record<string, unknown> = isRecord(previous) ? previous : {};
    const isSeen = seenIn(out);
    const definition = this.#definition;
    this.#reader.object((key) => {
      const field = schema.fields.get(key);
      this.#path.push(key);
      if (!field) {
        this.#report('unknown');
        this.#reader.skip();
      } else {
        if (isSeen(key)) this.#report('duplicate');
        this.#definition = schema.name ?? '';
        this.#fields.push(key);
        const value = this.#value(field.schema, out[key]);
        if (value !== undefined) out[key] = value;
        this.#definition = definition;
        this.#fields.pop();
      }
      this.#path.pop();
    });
    return out;
  }

  #map(schema: MapSchema, previous: unknown): Record<string, unknown> {
    const out: Record<string, unknown> = isRecord(previous) ? previous : {};
    const isSeen = seenIn(out);
    this.#reader.object((key) => {
      this.#path.push(key);
      if (isSeen(key)) this.#report('duplicate');
      const value = this.#value(schema.values, undefined);
      if (value !== undefined) setMember(out, key, value);
      this.#path.pop();
    });
    return out;
  }

  #list(schema: ListSchema): unknown[] {
    const out: unknown[] = [];
    this.#reader.list((index) => {
      this.#path.push(index);
      out.push(this.#value(schema.items, undefined) ?? null);
      this.#path.pop();
    });
    return out;
  }

  #scalar(schema: ScalarSchema, type: string): unknown {
    switch (schema.type) {
      case 'string':
        return type === 'string' ? this.#reader.string() : this.#mismatch(schema, type);
      case 'boolean':
        return type === 'bool' ? this.#reader.raw() === 'true' : this.#mismatch(schema, type);
      case 'int32':
      case 'int64':
      case 'number':
        return type === 'number' ? this.#number(schema) : this.#mismatch(schema, type);
      case 'intOrString':
        return type === 'string' ? this.#reader.string() : this.#integerOf(schema, type);
      case 'quantity':
        return this.#quantity(type);
      case 'bytes':
        if (type === 'array') return this.#byteList();
        return type === 'string' ? this.#bytes() : this.#mismatch(schema, type);
      case 'time':
      case 'microtime':
        return this.#time(schema, type);
    }
  }

  #number(schema: ScalarSchema): unknown {
    const raw = this.#reader.raw();
    if (schema.type === 'number') return Number(raw);
    if (fits(raw, schema.type)) return exactInteger(raw);
    this.#firstError ??= this.#typeError(schema, `number ${raw}`);
    return undefined;
  }

  /** Unlike other mismatches, errors of types with a custom decoder end decoding immediately. */
  #integerOf(schema: ScalarSchema, type: string): unknown {
    const raw = this.#reader.raw();
    if (type !== 'number') throw this.#typeError(schema, type);
    if (!fits(raw, 'int32')) throw this.#typeError(schema, `number ${raw}`);
    return Number(raw);
  }

  #quantity(type: string): string {
    const text = type === 'string' ? this.#reader.string() : this.#reader.raw();
    failingAsDecodeError(() => canonicalQuantity(text));
    return text;
  }

  #time(schema: ScalarSchema, type: string): string {
    if (type !== 'string') throw this.#typeError(schema, type);
    const text = this.#reader.string();
    failingAsDecodeError(() => (schema.type === 'time' ? canonicalTime(text) : canonicalMicroTime(text)));
    return text;
  }

  #bytes(): string | undefined {
    const text = this.#reader.string();
    try {
      canonicalBytes(text);
      return text;
    } catch (error) {
      this.#firstError ??= new DecodeError(errorText(error));
      return undefined;
    }
  }

  /** Reads a list of bytes. Returns them as base64, as they are written. */
  #byteList(): string | undefined {
    const bytes: number[] = [];
    let isValid = true;
    this.#reader.list(() => {
      const type = this.#reader.peek();
      const raw = this.#reader.raw();
      isValid &&= type === 'null' || isByte(raw);
      if (!isValid) this.#firstError ??= this.#typeError('uint8', type === 'number' ? `number ${raw}` : type);
      bytes.push(type === 'null' ? 0 : Number(raw));
    });
    return isValid ? bytesBase64(Uint8Array.from(bytes)) : undefined;
  }

  #report(what: 'unknown' | 'duplicate'): void {
    this.strictErrors.add(`${what} field ${quoted(pathText(this.#path))}`);
  }

  #mismatch(schema: Schema, type: string): undefined {
    this.#reader.skip();
    this.#firstError ??= this.#typeError(schema, type);
    return undefined;
  }

  #typeError(schema: Schema | 'uint8', value: string): DecodeError {
    const type = schema === 'uint8' ? schema : goTypeName(schema, this.#definition, this.#fields.at(-1) ?? '');
    return new TypeMismatch(value, type, this.#place());
  }

  #place(): string {
    if (this.#fields.length === 0) return 'Go value';
    return `Go struct field ${this.#definition.split('.').at(-1)}.${this.#fields.join('.')}`;
  }
}

/**
 * Returns a function that reports whether a key was passed before. Members left by an earlier object of the same name
 * do not count.
 */
function seenIn(out: Readonly<Record<string, unknown>>): (key: string) => boolean {
  // All keys read so far are in `out`, because a value without a result fails the whole decoding.
  if (Object.keys(out).length === 0) return (key) => Object.hasOwn(out, key);
  const seen = new Set<string>();
  return (key) => seen.has(key) || !seen.add(key);
}

/** `spec.ports[0].name` */
const pathText = (path: readonly (string | number)[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text ? `${text}.${step}` : step;
  }, '');

/** Matches integers of up to nine digits, as most are. */
const SMALL = /^-?\d{1,9}$/;

/**
 * Characters of the smallest 64-bit integer. Longer texts are not converted, because conversion takes more than linear
 * time.
 */
const LONGEST_INTEGER = 20;

function fits(raw: string, type: ScalarSchema['type']): boolean {
  if (SMALL.test(raw)) return true;
  if (raw.length > LONGEST_INTEGER || !/^-?\d+$/.test(raw)) return false;
  if (type === 'int32') return Number(raw) >= -INT32 && Number(raw) < INT32;
  return BigInt(raw) >= -INT64 && BigInt(raw) < INT64;
}

const isByte = (raw: string): boolean => /^\d+$/.test(raw) && Number(raw) < 256;

function failingAsDecodeError(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    throw new DecodeError(errorText(error));
  }
}

export interface DecodedValue {
  readonly value: unknown;
  /** `unknown field "spec.foo"`, `duplicate field "data.a"`, in order of appearance. */
  readonly strictErrors: readonly string[];
}

/**
 * Decodes valid JSON text into the type of a schema. Unknown members are dropped and reported.
 * @param parsed the value of the text; it becomes the result if Go would decode the same value
 */
export const decodeJson = (text: string, schema: Schema, parsed: unknown = parseJson(text)): DecodedValue =>
  finish(decodeJsonInSteps(text, schema, parsed));

/** Like `decodeJson`, in steps. If `text` is undefined, the text is that of `writeJson` for the value. */
export function* decodeJsonInSteps(text: string | undefined, schema: Schema, parsed: unknown): Steps<DecodedValue> {
  // A text with another spelling may have duplicate members, or numbers that Go rejects.
  const isExact = conforms(parsed, schema) && (text === undefined || isTextOf(parsed, text));
  if (isExact) return { value: parsed, strictErrors: [] };
  yield;
  return decodeExactly(text ?? writeJson(parsed), schema);
}

/** Like `decodeJson`, for a part of a parsed value. */
export const decodeValue = (value: unknown, schema: Schema): DecodedValue =>
  finish(decodeJsonInSteps(undefined, schema, value));

function decodeExactly(text: string, schema: Schema): DecodedValue {
  const decoder = new GoDecoder(text);
  const value = decoder.decode(schema);
  return { value, strictErrors: [...decoder.strictErrors] };
}

/** Reports whether a text equals that of `writeJson` for the value, with or without Go's trailing line break. */
export function isTextOf(value: unknown, text: string): boolean {
  const written = writeJson(value);
  return written === text || (text.length === written.length + 1 && text === `${written}\n`);
}
