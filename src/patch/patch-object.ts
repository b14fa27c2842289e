import type { Dialect } from '../api/dialect.ts';
import { parseJson, writeJson } from '../api/encoding/exact-json.ts';
import { escapeLikeGo, sortedGoJson } from '../api/encoding/go-json.ts';
import { utf8Text } from '../api/encoding/utf8.ts';
import { invalid } from '../api/field-error.ts';
import {
  type ApiObject,
  apiVersionOf,
  type GroupVersionKind,
  isRecord,
  type Json,
  type JsonObject,
  memberOf,
  setMember,
} from '../api/object.ts';
import { badRequest, invalidObject, plainError, requestEntityTooLarge, StatusError } from '../api/status.ts';
import { finish, type Steps } from '../api/steps.ts';
import { conforms, conformsToTypes } from '../schema/decoding/conforms.ts';
import { isTextOf } from '../schema/decoding/go-decoder.ts';
import { goText } from '../schema/go-format.ts';
import { jsonSyntaxError, jsonTypeName, parseLikeGo, withoutLoneSurrogates } from '../schema/json/json-syntax.ts';
import type { StructSchema } from '../schema/schema.ts';
import { TakenDirectives } from './directives.ts';
import { duplicateFields, JsonNode } from './json-node.ts';
import { applyJsonPatch, JsonPatchError } from './json-patch.ts';
import { jsonPatchOperationErrors } from './json-patch-operations.ts';
import { applyMergePatch, mergeValues } from './merge-patch.ts';
import { JSON_PATCH, type PatchType, STRATEGIC_MERGE_PATCH } from './patch-types.ts';
import { applyStrategicMergePatch } from './strategic-merge-patch.ts';
import { LISTS_OF_LISTS, StrategicPatchError } from './strategic-patch-error.ts';
import { convertUnstructured } from './unstructured-conversion.ts';

const MAXIMUM_OPERATIONS = 10_000;
export type PatchText = Uint8Array | string;

/** A patch as a JSON value, whose text is that of JSON.stringify. It is not modified. */
export interface PatchValue {
  readonly value: unknown;
}

interface DecodedPatch {
  readonly object: ApiObject;
  readonly strictErrors: readonly string[];
}

export interface PatchRequest {
  readonly type: PatchType;
  readonly body: PatchText | PatchValue;
  /** The live object in the served version; it is not modified. */
  readonly live: ApiObject;
  readonly schema: StructSchema;
  readonly kind: GroupVersionKind;
  readonly fieldValidation: 'Ignore' | 'Warn' | 'Strict';
  readonly dialect: Dialect;
  /**
   * Decodes the patched JSON. `strictErrors` contains its unknown fields (`unknown field "spec.x"`).
   * @throws Error with the decoder's message (`json: cannot unmarshal …`)
   */
  decode(text: string): Steps<DecodedPatch> | DecodedPatch;
}

export interface PatchOutcome {
  readonly object: ApiObject;
  /** Unchanged members of the live object, which `object` lacks. */
  readonly untouched?: Readonly<Record<string, unknown>>;
  /** Texts for `Warning` headers. */
  readonly warnings: readonly string[];
}

/**
 * Applies a patch to the live object.
 * @throws StatusError 400, 413, 422 or 500, as the real server rejects patches that are malformed or do not apply
 */
export const patchObject = (request: PatchRequest): PatchOutcome => finish(patchInSteps(request));

/** Like `patchObject`, in steps. */
export function patchInSteps(request: PatchRequest): Steps<PatchOutcome> {
  const { type, body } = request;
  if (type === STRATEGIC_MERGE_PATCH) return patchStrategically(request);
  return type === JSON_PATCH ? patchByOperations(request, textOf(body)) : patchByMerging(request);
}

function textOf(body: PatchText | PatchValue): string {
  if (typeof body === 'object' && 'value' in body) return writeJson(body.value);
  return withoutLoneSurrogates(typeof body === 'string' ? body : utf8Text(body));
}

function* patchByOperations(request: PatchRequest, body: string): Steps<PatchOutcome> {
  const { fieldValidation, live } = request;
  const ignores = fieldValidation === 'Ignore';
  const type = ignores ? 'jsonpatch.Patch' : '[]handlers.jsonPatchOp';
  const prefix = ignores ? '' : 'error decoding patch: ';
  requireJson(body, prefix, ['array'], type);
  yield;
  const { typeError, strictErrors } = jsonPatchOperationErrors(body);
  if (typeError && !ignores) throw badRequest(`${prefix}${typeError}`);
  const count = new JsonNode(body).items?.length ?? 0;
  if (count > MAXIMUM_OPERATIONS) {
    throw requestEntityTooLarge(
      `Request entity too large: The allowed maximum operations in a JSON patch is ${MAXIMUM_OPERATIONS}, got ${count}`,
    );
  }
  yield;
  try {
    const patched = applyJsonPatch(writeJson(live), body);
    yield;
    return yield* decodePatched(
      request,
      patched,
      strictErrors.map((error) => `json patch ${error}`),
    );
  } catch (error) {
    throw error instanceof JsonPatchError ? rejected() : error;
  }
}

function* patchByMerging(request: PatchRequest): Steps<PatchOutcome> {
  const { patch, isPlain } = knownPatchOf(request.body) ?? readMergePatch(request);
  yield;
  const merged = isPlain ? mergedAsValue(request, patch) : undefined;
  if (merged) return merged;
  yield;
  const body = textOf(request.body);
  const patched = yield* applyMergePatch(writeJson(request.live), body);
  yield;
  const duplicates = isPlain ? [] : duplicateErrors(body);
  yield;
  return yield* decodePatched(request, patched, duplicates);
}

/** @throws StatusError 400 */
function readMergePatch({ fieldValidation, body }: PatchRequest): ReadPatch {
  const text = textOf(body);
  if (fieldValidation === 'Ignore') {
    if (jsonSyntaxError(text) !== undefined || jsonTypeName(text) !== 'object') throw badRequest('Invalid JSON Patch');
    return { patch: {}, isPlain: false };
  }
  const patch = requireJson(text, 'error decoding patch: ', ['object'], 'map[string]interface {}');
  if (patch === null) throw badRequest('Invalid JSON Patch');
  return { patch: patch as JsonObject, isPlain: isTextOf(patch, text) };
}

/**
 * Merges values instead of texts. Returns undefined when the patched object has to be decoded, because Go would change
 * it or report errors.
 */
function mergedAsValue(request: PatchRequest, patch: JsonObject): PatchOutcome | undefined {
  const { live, kind, schema } = request;
  if (schema.structural || !isOfKind(live, kind)) return undefined;
  const merged = mergeValues(live as unknown as JsonObject, patch);
  if (!isOfKind(merged as unknown as ApiObject, kind)) return undefined;
  const { changed, untouched } = partsOf(merged, request);
  if (!conformsToTypes(changed, schema, Object.isFrozen(live) ? live : undefined)) return undefined;
  return { object: changed as unknown as ApiObject, untouched, warnings: [] };
}

interface ReadPatch {
  readonly patch: JsonObject;
  /** Whether the text of the patch equals that of JSON.stringify, so that it has no duplicate members. */
  readonly isPlain: boolean;
}

/** Returns the patch of a body that is a value instead of text. */
const knownPatchOf = (body: PatchText | PatchValue): ReadPatch | undefined =>
  typeof body === 'object' && 'value' in body && isRecord(body.value)
    ? { patch: body.value as JsonObject, isPlain: true }
    : undefined;

function* readStrategicPatch(text: string): Steps<ReadPatch> {
  const patch = (requireJson(text, '', ['object'], 'map[string]interface {}') ?? {}) as JsonObject;
  yield;
  return { patch, isPlain: isTextOf(patch, text) };
}

function* patchStrategically(request: PatchRequest): Steps<PatchOutcome> {
  const { body, live, schema, decode } = request;
  const { patch, isPlain } = knownPatchOf(body) ?? (yield* readStrategicPatch(textOf(body)));
  const taken = new TakenDirectives();
  yield;
  const merged = mergeStrategically(live as unknown as JsonObject, patch, schema, taken);
  const { changed, untouched } = partsOf(merged, request);
  yield;
  const complete = () => ({ ...changed, apiVersion: live.apiVersion, kind: live.kind });
  if (isPlain && isOfKind(live, request.kind) && conforms(changed, schema, Object.isFrozen(live) ? live : undefined)) {
    return { object: complete() as unknown as ApiObject, untouched, warnings: [] };
  }
  yield;
  const duplicates = isPlain ? [] : duplicateErrors(textOf(body));
  yield;
  const shown = () => goText(taken.shown(patch));
  const { error, unknownFields } = convertUnstructured(changed, schema);
  if (error) throw invalidPatch(shown(), error);
  yield;
  const { object } = yield* decoded(() => decode(writeJson(complete())), shown);
  const strictErrors = [...duplicates, ...unknownFields.map((field) => `unknown field "${field}"`)];
  return { object, untouched, warnings: strictOutcome(request, shown, strictErrors) };
}

const isOfKind = ({ apiVersion, kind }: ApiObject, own: GroupVersionKind): boolean =>
  kind === own.kind && apiVersion === apiVersionOf(own.group, own.version);

/**
 * Divides the patched object into the changed part and the untouched members of the live object, which need no
 * decoding. A live object that is not frozen comes from a conversion, and the patched object is decoded as a whole.
 */
function partsOf(
  merged: JsonObject,
  { live, schema }: PatchRequest,
): { changed: JsonObject; untouched: Readonly<Record<string, unknown>> } {
  if (schema.structural || !Object.isFrozen(live)) return { changed: merged, untouched: {} };
  const stored = live as unknown as JsonObject;
  const changed: JsonObject = {};
  const untouched: Record<string, unknown> = {};
  for (const name in merged) {
    const value = merged[name] as Json;
    const isUntouched = isRecord(value) && value === memberOf(stored, name) && schema.fields.has(name);
    setMember(isUntouched ? untouched : changed, name, value);
  }
  return { changed, untouched };
}

function mergeStrategically(
  live: JsonObject,
  patch: JsonObject,
  schema: StructSchema,
  taken: TakenDirectives,
): JsonObject {
  try {
    return applyStrategicMergePatch(live, patch, schema, taken);
  } catch (error) {
    if (!(error instanceof StrategicPatchError)) throw error;
    if (error.isFormat) throw badRequest(error.message);
    throw error.message === LISTS_OF_LISTS ? rejected() : plainError(error.message);
  }
}

/** Returns the value of a body. @throws StatusError 400 unless it is JSON of one of the types, or null */
function requireJson(body: string, prefix: string, types: readonly string[], goType: string): unknown {
  const { value, error } = parseLikeGo(body);
  if (error !== undefined) throw badRequest(`${prefix}${error}`);
  const type = jsonTypeName(body);
  if (type === 'null' || types.includes(type)) return value;
  throw badRequest(`${prefix}json: cannot unmarshal ${type} into Go value of type ${goType}`);
}

const duplicateErrors = (body: string): string[] => duplicateFields(body).map((field) => `duplicate field "${field}"`);

function* decodePatched(request: PatchRequest, text: string, patchErrors: readonly string[]): Steps<PatchOutcome> {
  const patched = escapeLikeGo(text);
  // A custom object is a map in Go, whose members are written by name.
  const shown = () => (request.schema.structural ? sortedGoJson(parseJson(text)) : patched);
  const { object, strictErrors } = yield* decoded(() => request.decode(patched), shown);
  return { object, warnings: strictOutcome(request, shown, [...patchErrors, ...strictErrors]) };
}

function* decoded(decode: () => Steps<DecodedPatch> | DecodedPatch, shown: () => string): Steps<DecodedPatch> {
  try {
    const found = decode();
    return 'object' in found ? found : yield* found;
  } catch (error) {
    if (error instanceof Error && !(error instanceof StatusError && error.code === 500)) {
      throw invalidPatch(shown(), error.message);
    }
    throw error;
  }
}

/** Returns the warnings for strict errors. @throws StatusError when validation is strict */
function strictOutcome(
  { fieldValidation, dialect, kind }: PatchRequest,
  shown: () => string,
  errors: readonly string[],
): readonly string[] {
  if (fieldValidation === 'Ignore' || errors.length === 0) return [];
  if (fieldValidation === 'Warn') return errors;
  const message = `strict decoding error: ${errors.join(', ')}`;
  if (!dialect.follows('strict-validation-is-400')) throw invalidPatch(shown(), message);
  throw badRequest(`${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: ${message}`);
}

const invalidPatch = (shown: string, message: string): StatusError =>
  invalidObject({ group: '', kind: '' }, '', [invalid('patch', shown, message)]);

/** A 422 that does not state the cause. */
const rejected = (): StatusError =>
  new StatusError({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  });
