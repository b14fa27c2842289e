import { type Dialect, kubernetesDialect } from '../../api/dialect.ts';
import { writeJson } from '../../api/encoding/exact-json.ts';
import { utf8Bytes, utf8Text } from '../../api/encoding/utf8.ts';
import { apiVersionOf, type GroupVersionKind, isRecord, parseApiVersion } from '../../api/object.ts';
import { StatusError } from '../../api/status.ts';
import { finish, type Steps } from '../../api/steps.ts';
import { jsonTypeName, parseLikeGo, withoutLoneSurrogates } from '../json/json-syntax.ts';
import { kindMismatch } from '../known-kinds.ts';
import { decodeProtobuf } from '../protobuf/protobuf.ts';
import type { StructSchema } from '../schema.ts';
import type { StructuralSchema } from '../structural/structural.ts';
import { NOTHING } from '../structural/structural-pruning.ts';
import { YamlError, yamlToJsonInSteps } from '../yaml/yaml-to-json.ts';
import { conforms } from './conforms.ts';
import { decodeCustomInSteps } from './decode-custom.ts';
import { DecodeError, decodeJsonInSteps } from './go-decoder.ts';

export { fieldValidationOutcome } from './strict-decoding.ts';

export interface DecodeRequest {
  /** The body, as `bytes`, `text`, or the `value` of its JSON, which becomes the result. */
  readonly bytes?: Uint8Array;
  readonly text?: string;
  readonly value?: unknown;
  readonly format: 'json' | 'yaml' | 'protobuf';
  readonly schema: StructSchema;
  /** The kind that the path expects. A body may omit its kind and version but not contradict them. */
  readonly gvk: GroupVersionKind;
  /** Dialect of the names in messages; Kubernetes by default. */
  readonly dialect?: Dialect;
  /** Schemas of other kinds: a body of another kind is decoded as that kind before it is rejected. */
  schemaOf?(kind: GroupVersionKind): StructSchema | undefined;
  /**
   * Whether the body is a patched object. It may have another version of the kind, which the result then keeps.
   * Messages state only the error, because the caller adds the patch.
   */
  readonly isPatched?: boolean;
  /** Whether a body without a version is decoded as the internal type of its kind: true for patched built-in objects. */
  readonly hasInternalType?: boolean;
}

export interface DecodedObject {
  readonly object: Record<string, unknown>;
  /** Kind and version of the body, completed from the expected ones. */
  readonly gvk: GroupVersionKind;
  /** Unknown and duplicate fields with their paths, for `fieldValidationOutcome`. */
  readonly strictErrors: readonly string[];
  /** Set when the body has another version. Throw it after handling the strict errors. */
  readonly versionError?: StatusError;
}

/** Go keeps the byte order mark. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const ENVELOPE =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
const badRequest = (message: string): StatusError => new StatusError({ code: 400, reason: 'BadRequest', message });

/**
 * Reports whether the value of a body needs no decoding: an object that states the expected kind and has only its
 * fields. In-process clients send such values almost exclusively.
 */
export function isDecoded(
  value: unknown,
  schema: StructSchema,
  { group, version, kind }: GroupVersionKind,
): value is Record<string, unknown> {
  if (!isRecord(value) || schema.structural) return false;
  return value.kind === kind && value.apiVersion === apiVersionOf(group, version) && conforms(value, schema);
}

/**
 * Decodes a body as its kind, as the real server does. Values keep their original spelling; `canonical` normalizes
 * them.
 * @throws StatusError 400 when the body is not an object of the expected kind
 */
export const decodeObject = (request: DecodeRequest): DecodedObject => finish(decodeInSteps(request));

/** Like `decodeObject`, in steps. */
export function* decodeInSteps(request: DecodeRequest): Steps<DecodedObject> {
  // Encoded on demand, because the text of a value is rarely needed.
  const written = (): string =>
    request.text ?? (request.bytes ? decoder.decode(request.bytes) : writeJson(request.value));
  const body = (): Uint8Array => request.bytes ?? utf8Bytes(written());
  const { gvk, schema } = request;
  const unrecognized = (why: string): StatusError =>
    badRequest(
      request.isPatched
        ? why
        : `the object provided is unrecognized (must be of type ${gvk.kind}): ${why} (${summary(body())})`,
    );

  const { text, yamlErrors } =
    request.format === 'yaml'
      ? yield* fromYaml(written(), unrecognized)
      : { text: jsonTextOf(request, written, body, unrecognized), yamlErrors: [] };
  yield;
  const { actual, value } = readEnvelope({ text, value: request.value }, gvk, unrecognized);
  yield;
  if (request.hasInternalType && isRecord(value) && (value.apiVersion ?? '') === '') {
    return { ...unversioned(value), gvk };
  }
  const rejected = (why: string): StatusError =>
    badRequest(request.isPatched ? why : cannotBeHandled(actual, gvk.kind, why));
  const { strictErrors, ...decoded } = schema.structural
    ? yield* decodeCustomBody({ text, value }, { ...request, structural: schema.structural }, unrecognized, rejected)
    : yield* decodeBuiltIn({ text, value }, actual, request, rejected);
  return { ...decoded, gvk: actual, strictErrors: [...yamlErrors, ...strictErrors] };
}

/** Returns the JSON of a body in JSON or Protobuf; undefined for a body that is a value. */
function jsonTextOf(
  { format, value, gvk, dialect = kubernetesDialect }: DecodeRequest,
  written: () => string,
  body: () => Uint8Array,
  unrecognized: (why: string) => StatusError,
): string | undefined {
  if (format === 'protobuf') return fromProtobuf(body(), gvk, dialect, unrecognized);
  return value === undefined ? withoutLoneSurrogates(written()) : undefined;
}

type Decoded = Omit<DecodedObject, 'gvk'>;

/** Decodes as the internal type, which has hardly any of the field names. */
const unversioned = (patched: Readonly<Record<string, unknown>>): Decoded => ({
  object: { apiVersion: '', kind: '', metadata: {} },
  strictErrors: Object.keys(patched)
    .filter((field) => field !== 'kind' && field !== 'apiVersion')
    .map((field) => `unknown field ${JSON.stringify(field)}`),
});

/** A JSON body: its value, and its text unless that equals the text of `writeJson`. */
interface JsonBody {
  readonly text: string | undefined;
  readonly value: unknown;
}

const textOf = ({ text, value }: JsonBody): string => text ?? writeJson(value);

function* decodeBuiltIn(
  { text, value: parsed }: JsonBody,
  actual: GroupVersionKind,
  { gvk, schema, dialect = kubernetesDialect, schemaOf, isPatched }: DecodeRequest,
  rejected: (why: string) => StatusError,
): Steps<Decoded> {
  const mismatch = kindMismatch(actual, gvk, dialect);
  const own = mismatch ? schemaOf?.(actual) : schema;
  const decoded = own && (yield* readable(decodeJsonInSteps(text, own, parsed), rejected));
  if (mismatch?.refusal) throw rejected(mismatch.refusal);
  const versionError = (): StatusError => versionDiffers(apiVersionOf(actual.group, actual.version), gvk);
  if (!decoded) throw versionError();
  const { value, strictErrors } = decoded;
  const result = { object: isRecord(value) ? value : {}, strictErrors };
  return mismatch?.versionDiffers && !isPatched ? { ...result, versionError: versionError() } : result;
}

/**
 * Custom resources must state their kind. An object of another version is pruned by that version's schema, then
 * rejected.
 */
function* decodeCustomBody(
  json: JsonBody,
  { gvk, schema, structural, schemaOf }: DecodeRequest & { structural: StructuralSchema },
  unrecognized: (why: string) => StatusError,
  rejected: (why: string) => StatusError,
): Steps<Decoded> {
  const { value } = json;
  const envelope = (isRecord(value) ? value : {}) as { kind?: string | null; apiVersion?: string | null };
  const kind = envelope.kind ?? '';
  const apiVersion = envelope.apiVersion ?? '';
  const text = textOf(json);
  if (!kind) throw unrecognized(`Object 'Kind' is missing in '${text}'`);
  const { group, version } = parseApiVersion(apiVersion);
  const isSameVersion = apiVersion === apiVersionOf(gvk.group, gvk.version);
  const own = isSameVersion ? structural : (schemaOf?.({ group, version, kind })?.structural ?? NOTHING);
  const isOwnKind = group === gvk.group && kind === gvk.kind;
  const decoded = yield* readable(decodeCustomInSteps(text, schema, isOwnKind ? own : undefined, value), rejected);
  return isSameVersion ? decoded : { ...decoded, versionError: versionDiffers(apiVersion, gvk) };
}

function* readable<T>(read: Steps<T>, rejected: (why: string) => StatusError): Steps<T> {
  try {
    return yield* read;
  } catch (error) {
    throw error instanceof DecodeError ? rejected(error.message) : error;
  }
}

/** Returns the message for a rejected body whose kind is known. */
export const cannotBeHandled = (actual: GroupVersionKind, expectedKind: string, why: string): string =>
  `${actual.kind} in version "${actual.version}" cannot be handled as a ${expectedKind}: ${why}`;

function fromProtobuf(
  body: Uint8Array,
  expected: GroupVersionKind,
  dialect: Dialect,
  unrecognized: (why: string) => StatusError,
): string {
  try {
    return writeJson(decodeProtobuf(body, expected, dialect));
  } catch (error) {
    throw unrecognized((error as Error).message);
  }
}

function* fromYaml(
  written: string,
  unrecognized: (why: string) => StatusError,
): Steps<{ text: string; yamlErrors: readonly string[] }> {
  try {
    const { text, duplicates } = yield* yamlToJsonInSteps(written);
    return { text, yamlErrors: duplicates.length ? [`yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`] : [] };
  } catch (error) {
    throw error instanceof YamlError ? unrecognized(error.message) : error;
  }
}

/** Parses a body. Returns its value, and its kind and version, completed from the expected ones. */
function readEnvelope(
  { text, value: known }: JsonBody,
  expected: GroupVersionKind,
  unrecognized: (why: string) => StatusError,
): { value: unknown; actual: GroupVersionKind } {
  const parseError = (why: string): StatusError => unrecognized(`couldn't get version/kind; json parse error: ${why}`);
  const { error, value } = text === undefined ? { value: known, error: undefined } : parseLikeGo(text);
  if (error) throw parseError(error);
  if (value === null) return { value, actual: expected };
  if (!isRecord(value))
    throw parseError(
      `json: cannot unmarshal ${jsonTypeName(textOf({ text, value }))} into Go value of type ${ENVELOPE}`,
    );
  const { apiVersion = '', kind = '' } = envelopeOf(value, parseError);
  if (apiVersion.split('/').length > 2) throw unrecognized(`unexpected GroupVersion string: ${apiVersion}`);
  const { group, version } = apiVersion === '' || apiVersion === '/' ? expected : parseApiVersion(apiVersion);
  const ownVersion = version || (group === expected.group ? expected.version : '');
  return { value, actual: { group, version: ownVersion, kind: kind || expected.kind } };
}

/** Members that Go matches case-insensitively. */
const ENVELOPE_MEMBERS = ['apiVersion', 'kind'] as const;

function envelopeOf(
  body: Readonly<Record<string, unknown>>,
  parseError: (why: string) => StatusError,
): { apiVersion?: string; kind?: string } {
  const found: { apiVersion?: string; kind?: string } = {};
  for (const key in body) {
    const name = ENVELOPE_MEMBERS.find(({ length }) => length === key.length);
    if (!name || name.toLowerCase() !== key.toLowerCase() || body[key] === null) continue;
    const value = body[key];
    if (typeof value !== 'string') {
      const type = jsonTypeName(writeJson(value));
      throw parseError(`json: cannot unmarshal ${type} into Go struct field .${name} of type string`);
    }
    found[name] = value;
  }
  return found;
}

function versionDiffers(inData: string, { group, version }: GroupVersionKind): StatusError {
  const expected = apiVersionOf(group, version);
  return badRequest(`the API version in the data (${inData}) does not match the expected API version (${expected})`);
}

const SUMMARY_BYTES = 30;

/** Returns the start of an unrecognized body: as text if it looks like JSON, otherwise in hexadecimal. */
function summary(body: Uint8Array): string {
  if (body.length === 0) return '<empty>';
  const start = body.subarray(0, SUMMARY_BYTES);
  const shown =
    body[0] === 0x7b ? utf8Text(start) : [...start].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return body.length > SUMMARY_BYTES ? `${shown} ...` : shown;
}
