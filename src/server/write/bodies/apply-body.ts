import { parseJson } from '../../../api/encoding/exact-json.ts';
import { utf8Text } from '../../../api/encoding/utf8.ts';
import { type ApiObject, type GroupVersionKind, isRecord, parseApiVersion } from '../../../api/object.ts';
import { badRequest, plainError } from '../../../api/status.ts';
import type { Steps } from '../../../api/steps.ts';
import { applyInSteps } from '../../../apply/apply.ts';
import type { WriteContext } from '../../../apply/ownership.ts';
import { dropUndeclared } from '../../../apply/validate-typed.ts';
import { duplicateFields } from '../../../patch/json-node.ts';
import { convertUnstructured } from '../../../patch/unstructured-conversion.ts';
import { canonical } from '../../../schema/canonical.ts';
import { isTextOf } from '../../../schema/decoding/go-decoder.ts';
import { jsonTypeName } from '../../../schema/json/json-syntax.ts';
import type { StructSchema } from '../../../schema/schema.ts';
import { type YamlAsJson, YamlError, yamlToJsonInSteps } from '../../../schema/yaml/yaml-to-json.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { inSlices } from '../../objects/slices.ts';
import { writeContext } from '../steps/track-managers.ts';
import { type ConvertCustom, withConversions } from '../steps/with-conversions.ts';
import { checkIdentity } from './check-identity.ts';
import type { ApplyPatchBody } from './read-patch.ts';

/** The configuration in the body of an apply. */
export interface AppliedConfiguration {
  readonly object: Record<string, unknown>;
  /** `line 7: key "a" already set in map` */
  readonly duplicates: readonly string[];
}

/** Reads the body of an apply: YAML, which includes JSON. @throws StatusError 400 */
export function* readConfiguration(bytes: Uint8Array): Steps<AppliedConfiguration> {
  const body = utf8Text(bytes);
  const object = readAsJson(body);
  yield;
  return object ? { object, duplicates: [] } : yield* readAsYaml(body);
}

/** Text that YAML reads differently from JSON or rejects: surrogates, `\\/`, forbidden characters, huge exponents. */
const READ_AS_YAML = /\\u[dD][89a-fA-F]|\\\/|[\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]|[eE][+-]?\d{3}/;
/** Text that may contain a key with too many blanks after it for YAML. */
const LONG_TEXT = /"[^"\n]{900}/;

/** Returns the object in a body that YAML reads as JSON does, without repeated keys; undefined for others. */
function readAsJson(body: string): Record<string, unknown> | undefined {
  if (!body.trimStart().startsWith('{') || READ_AS_YAML.test(body)) return undefined;
  const object = parsedObject(body);
  if (!object || hasLongKey(object)) return undefined;
  const isSame = isTextOf(object, body) || (!LONG_TEXT.test(body) && duplicateFields(body).length === 0);
  return isSame ? object : undefined;
}

function parsedObject(body: string): Record<string, unknown> | undefined {
  try {
    return parseJson(body) as Record<string, unknown>;
  } catch {
    return undefined; // YAML, or neither
  }
}

/** YAML takes keys of up to 1024 characters; each character of a name may take six. */
const LONG_KEY = 1024 / 6 - 1;

function hasLongKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasLongKey);
  const members = value as Record<string, unknown>;
  for (const name in members) if (name.length > LONG_KEY || hasLongKey(members[name])) return true;
  return false;
}

function* readAsYaml(body: string): Steps<AppliedConfiguration> {
  const { text, duplicates } = yield* fromYaml(body);
  const type = jsonTypeName(text);
  if (type !== 'object' && type !== 'null') {
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
    );
  }
  const object: unknown = parseJson(text);
  return { object: isRecord(object) ? object : {}, duplicates };
}

function* fromYaml(body: string): Steps<YamlAsJson> {
  try {
    return yield* yamlToJsonInSteps(body);
  } catch (error) {
    throw error instanceof YamlError
      ? badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`)
      : error;
  }
}

/** The type to which a body is applied: the resource itself, or its Scale. */
export interface ApplyTarget {
  readonly kind: GroupVersionKind;
  readonly schema: StructSchema;
  /** @param convert for custom resources */
  context(convert?: ConvertCustom): WriteContext;
}

/**
 * Returns a function that proposes the object of an apply, with its managedFields.
 * @throws StatusError 400 for an unreadable body
 */
export async function applyBody(
  call: Call & { resource: ServedResource },
  { bytes, options }: ApplyPatchBody,
  { kind, schema, context }: ApplyTarget = targetOf(call),
): Promise<(live: ApiObject | undefined, warnings: string[]) => Promise<ApiObject>> {
  const { slices, server } = call;
  const { dialect } = server;
  const configuration = await inSlices(readConfiguration(bytes), slices);
  return async (live, warnings) => {
    const applied = declaredPart(call, configuration.object, schema, options.fieldValidation, warnings);
    const apply = (convert?: ConvertCustom) =>
      applyInSteps({
        ...context(convert),
        live,
        applied,
        kind,
        manager: options.fieldManager,
        force: options.force,
        dialect,
      });
    const outcome = call.resource.isCustom
      ? await withConversions(call.resource, slices, apply)
      : await inSlices(apply(), slices);
    await slices?.next();
    reportDuplicates(configuration.duplicates, options.fieldValidation, warnings);
    const object = converted(outcome.object, applied, schema);
    checkIdentity(call, object, live);
    object.metadata.managedFields = outcome.managedFields;
    return object;
  };
}

function targetOf(call: Call & { resource: ServedResource }): ApplyTarget {
  const { group, version, kind, schema } = call.resource;
  const context = (convert?: ConvertCustom) => writeContext(call.server, call.resource, call.info.subresource, convert);
  return { kind: { group, version, kind }, schema, context };
}

/**
 * Drops unknown fields by `fieldValidation`, as the specification demands; the real server always rejects them later.
 */
function declaredPart(
  call: Call,
  object: Record<string, unknown>,
  schema: StructSchema,
  fieldValidation: ApplyPatchBody['options']['fieldValidation'],
  warnings: string[],
): Record<string, unknown> {
  if (!call.server.dialect.follows('apply-follows-field-validation')) return object;
  const { value, paths } = dropUndeclared(object, schema);
  const texts = paths.map((path) => `unknown field "${path}"`);
  if (texts.length > 0 && fieldValidation === 'Strict') throw badRequest(`strict decoding error: ${texts.join(', ')}`);
  if (fieldValidation === 'Warn') warnings.push(...texts);
  return value as Record<string, unknown>;
}

function reportDuplicates(
  duplicates: readonly string[],
  fieldValidation: ApplyPatchBody['options']['fieldValidation'],
  warnings: string[],
): void {
  if (duplicates.length === 0 || fieldValidation === 'Ignore') return;
  if (fieldValidation === 'Warn') warnings.push(...duplicates);
  else {
    const lines = duplicates.map((line) => `\n  ${line}`).join('');
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:${lines}`);
  }
}

/**
 * Returns the merged object in the server's form; the fields of a custom resource are left to its validation.
 * @throws StatusError 500 when a value does not fit its type
 */
function converted(
  object: Record<string, unknown>,
  { apiVersion, kind, metadata }: Record<string, unknown>,
  schema: StructSchema,
): ApiObject {
  const error = schema.structural ? undefined : conversionError(object, schema);
  if (error) {
    const { group, version } = parseApiVersion(String(apiVersion));
    const { name = '', namespace = '' } = (isRecord(metadata) ? metadata : {}) as { name?: string; namespace?: string };
    const type = `${group}/${version}, Kind=${String(kind)}`;
    throw plainError(
      `failed to convert new object (${namespace}/${name}; ${type}) to proper version: unable to convert unstructured object to ${type}: ${error}`,
    );
  }
  return canonical({ ...object, apiVersion, kind }, schema) as ApiObject;
}

function conversionError(object: Record<string, unknown>, schema: StructSchema): string | undefined {
  try {
    return convertUnstructured(object, schema).error;
  } catch (error) {
    return (error as Error).message;
  }
}
