import type { Dialect } from '../../api/dialect.ts';
import { base64Bytes, bytesBase64 } from '../../api/encoding/base64.ts';
import { exactInteger, parseJson } from '../../api/encoding/exact-json.ts';
import { goJson } from '../../api/encoding/go-json.ts';
import { utf8Bytes, utf8Text } from '../../api/encoding/utf8.ts';
import { type GroupVersionKind, isRecord, parseApiVersion } from '../../api/object.ts';
import { isBytes } from '../../api/realms.ts';
import { type ProtobufMessages, protobufMessages } from './protobuf-messages.ts';
import { type ProtobufField, readProtobuf } from './protobuf-reader.ts';
import { ProtobufWriter } from './protobuf-writer.ts';

/** Prefix of every encoded object: `k8s` and a zero byte. */
const PREFIX = [0x6b, 0x38, 0x73, 0x00];
/** Messages that contain arbitrary JSON as text. */
const RAW = new Set(['meta.v1.FieldsV1', 'runtime.RawExtension', 'apiextensions.v1.JSON']);
const TIMES = new Set(['meta.v1.Time', 'meta.v1.MicroTime']);
const isList = (type: string): boolean => type === 'meta.v1.Verbs' || type.endsWith('.ExtraValue');
const valueTypeOf = (type: string): string => type.slice('map<string,'.length, -1);

/** Encodes an object in its envelope; undefined when its kind has no Protobuf form. */
export function encodeProtobuf(object: Record<string, unknown>, dialect: Dialect): Uint8Array<ArrayBuffer> | undefined {
  const { apiVersion = 'v1', kind = '' } = object as { apiVersion?: string; kind?: string };
  const messages = protobufMessages(dialect);
  const message = messages.ofKind({ ...parseApiVersion(apiVersion), kind });
  if (!message) return undefined;
  const unknown = new ProtobufWriter()
    .message(1, (type) => type.text(1, apiVersion).text(2, kind))
    .message(2, (raw) => writeFields(raw, message, object, messages))
    .text(3, '')
    .text(4, '')
    .finish();
  const envelope = new Uint8Array(PREFIX.length + unknown.length);
  envelope.set(PREFIX);
  envelope.set(unknown, PREFIX.length);
  return envelope;
}

function writeFields(
  out: ProtobufWriter,
  message: string,
  value: Record<string, unknown>,
  messages: ProtobufMessages,
): void {
  for (const { number, type, name } of messages.fieldsOf(message)) {
    // Fields of an embedded message are inlined in the owner's JSON, so it is written from the owner.
    const member = name === undefined ? value : value[name];
    if (member === undefined || member === null) continue;
    if (name === undefined && !type.includes('.')) continue;
    if (Array.isArray(member) && type.startsWith('[]')) {
      for (const item of member) writeValue(out, number, type.slice(2), item, messages);
    } else if (type.startsWith('map<')) {
      for (const [key, item] of Object.entries(member))
        out.message(number, (entry) => writeValue(entry.text(1, key), 2, valueTypeOf(type), item, messages));
    } else writeValue(out, number, type, member, messages);
  }
}

function writeValue(
  out: ProtobufWriter,
  number: number,
  type: string,
  value: unknown,
  messages: ProtobufMessages,
): void {
  if (type === 'string') out.text(number, String(value));
  else if (type === 'bool') out.integer(number, value ? 1 : 0);
  else if (type === 'int32' || type === 'int64') out.integer(number, value as number | bigint);
  else if (type === 'double') out.double(number, Number(value));
  else if (type === 'bytes') out.bytes(number, base64Bytes(String(value)));
  else out.message(number, (message) => writeMessage(message, type, value, messages));
}

function writeMessage(out: ProtobufWriter, type: string, value: unknown, messages: ProtobufMessages): void {
  if (RAW.has(type)) out.bytes(1, utf8Bytes(goJson(value)));
  else if (TIMES.has(type)) writeTime(out, String(value));
  else if (type === 'api.resource.Quantity') out.text(1, String(value));
  else if (type === 'util.intstr.IntOrString') {
    if (typeof value === 'number') out.integer(1, 0).integer(2, value);
    else out.integer(1, 1).integer(2, 0).text(3, String(value));
  } else if (isList(type)) out.texts(1, value as string[]);
  else if (type.endsWith('.JSONSchemaPropsOrBool')) {
    out.integer(1, value === false ? 0 : 1);
    if (isRecord(value)) writeValue(out, 2, propsOf(type), value, messages);
  } else if (/\.JSONSchemaPropsOr(String)?Array$/.test(type)) {
    const itemType = type.endsWith('StringArray') ? 'string' : propsOf(type);
    if (isRecord(value)) writeValue(out, 1, propsOf(type), value, messages);
    else for (const item of value as unknown[]) writeValue(out, 2, itemType, item, messages);
  } else if (isRecord(value)) writeFields(out, type, value, messages);
}

const propsOf = (type: string): string => type.replace(/Or\w+$/, '');

function writeTime(out: ProtobufWriter, text: string): void {
  const seconds = Math.floor(Date.parse(text) / 1000);
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
  out.integer(1, seconds).integer(2, Number(fraction.padEnd(9, '0').slice(0, 9)));
}

/**
 * Decodes an object from its envelope.
 * @param expected the kind of an object that does not state its own
 * @throws Error with the real server's message
 */
export function decodeProtobuf(
  bytes: Uint8Array,
  expected: GroupVersionKind,
  dialect: Dialect,
): Record<string, unknown> {
  if (bytes.length === 0) throw new Error('empty data');
  if (PREFIX.some((byte, index) => bytes[index] !== byte)) {
    throw new Error(`provided data does not appear to be a protobuf message, expected prefix [${PREFIX.join(' ')}]`);
  }
  if (bytes.length === PREFIX.length) throw new Error('empty body');
  const envelope = readProtobuf(bytes.subarray(PREFIX.length));
  const typeMeta = readProtobuf(bytesOf(envelope, 1));
  const apiVersion = utf8Text(bytesOf(typeMeta, 1));
  const kind = utf8Text(bytesOf(typeMeta, 2));
  const gvk = { ...(apiVersion ? parseApiVersion(apiVersion) : expected), kind: kind || expected.kind };
  const messages = protobufMessages(dialect);
  const message = messages.ofKind(gvk) ?? messages.ofKind(expected) ?? '';
  const object = readFields(bytesOf(envelope, 2), message, messages);
  return { ...(kind ? { kind } : {}), ...(apiVersion ? { apiVersion } : {}), ...object };
}

const bytesOf = (fields: readonly ProtobufField[], number: number): Uint8Array => {
  const value = fields.findLast((field) => field.number === number)?.value;
  return isBytes(value) ? value : new Uint8Array();
};

function readFields(bytes: Uint8Array, message: string, messages: ProtobufMessages): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  const byNumber = new Map(messages.fieldsOf(message).map((field) => [field.number, field]));
  for (const { number, value } of readProtobuf(bytes)) {
    const field = byNumber.get(number);
    if (!field) continue;
    const { type, name } = field;
    if (name === undefined) {
      if (isBytes(value)) Object.assign(out, readFields(value, type, messages));
    } else if (type.startsWith('[]')) {
      const items = (out[name] as unknown[] | undefined) ?? [];
      out[name] = [...items, readValue(value, type.slice(2), messages)];
    } else if (type.startsWith('map<') && isBytes(value)) {
      const entry = readProtobuf(value);
      const item = entry.find((part) => part.number === 2)?.value;
      const entries = Object.entries((out[name] as object | undefined) ?? {});
      const read = readValue(item ?? new Uint8Array(), valueTypeOf(type), messages);
      out[name] = Object.fromEntries([...entries, [utf8Text(bytesOf(entry, 1)), read]]);
    } else out[name] = readValue(value, type, messages);
  }
  return out;
}

function readValue(value: ProtobufField['value'], type: string, messages: ProtobufMessages): unknown {
  if (!isBytes(value)) return readNumber(value as bigint | number, type);
  if (type === 'string') return utf8Text(value);
  if (type === 'bytes') return bytesBase64(value);
  return readMessage(value, type, messages);
}

function readNumber(value: bigint | number, type: string): unknown {
  if (type === 'bool') return value !== 0n;
  return typeof value === 'bigint' ? exactInteger(value) : value;
}

function readMessage(bytes: Uint8Array, type: string, messages: ProtobufMessages): unknown {
  if (!isSpecial(type)) return readFields(bytes, type, messages);
  const fields = readProtobuf(bytes);
  const number = (field: number): number => Number(fields.find((part) => part.number === field)?.value ?? 0);
  const text = utf8Text(bytesOf(fields, 1));
  if (RAW.has(type)) return text === '' ? null : parseJson(text);
  if (TIMES.has(type)) return fields.length ? timeText(number(1), number(2), type) : null;
  if (type === 'api.resource.Quantity') return text || '0';
  if (type === 'util.intstr.IntOrString') return number(1) === 0 ? number(2) : utf8Text(bytesOf(fields, 3));
  if (isList(type)) return fields.map((field) => readValue(field.value, 'string', messages));
  if (type.endsWith('OrBool')) {
    const schema = fields.find((field) => field.number === 2);
    return schema ? readValue(schema.value, propsOf(type), messages) : number(1) !== 0;
  }
  const [first] = fields;
  if (first?.number === 1) return readValue(first.value, propsOf(type), messages);
  const itemType = type.endsWith('StringArray') ? 'string' : propsOf(type);
  return fields.map((field) => readValue(field.value, itemType, messages));
}

const isSpecial = (type: string): boolean =>
  RAW.has(type) ||
  TIMES.has(type) ||
  isList(type) ||
  type === 'api.resource.Quantity' ||
  type === 'util.intstr.IntOrString' ||
  /\.JSONSchemaPropsOr/.test(type);

function timeText(seconds: number, nanoseconds: number, type: string): string {
  const text = new Date(seconds * 1000).toISOString().slice(0, 19);
  if (type === 'meta.v1.Time') return `${text}Z`;
  return `${text}.${String(Math.floor(nanoseconds / 1000)).padStart(6, '0')}Z`;
}
