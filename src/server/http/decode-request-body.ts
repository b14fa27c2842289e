import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { type ApiObject, asRecord, type GroupVersionKind } from '../../api/object.ts';
import { badRequest, StatusError } from '../../api/status.ts';
import type { Steps } from '../../api/steps.ts';
import { type MaybePromise, whenReady } from '../../api/when-ready.ts';
import { type DecodedObject, decodeInSteps, fieldValidationOutcome, isDecoded } from '../../schema/decoding/decode.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { requireOwnKind } from '../catalog/custom-resources/require-own-kind.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { Call } from '../context/call.ts';
import { inSlices } from '../objects/slices.ts';
import { takeCanonicalObject } from './canonical-object.ts';
import { type BodyFormat, objectFormat, type ReceivedBody, receiveBody } from './read-body.ts';
import { type FieldValidation, readWriteOptions, type WriteOptions } from './write-options.ts';

const SCHEME = kubernetesName('k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go:719');

interface ExpectedBody {
  readonly resource: ServedResource;
  readonly schema: StructSchema;
  /** Defaults to the kind of the resource. */
  readonly kind?: GroupVersionKind;
  /** Versions of the kind that are also accepted and have the same fields. */
  readonly otherVersions?: readonly string[];
  readonly fieldValidation: FieldValidation;
}

/** Reads the options of a create. The media type of its body is checked before them. @throws StatusError 415, 422 */
export function readCreateOptions({ request, url, server: { dialect } }: Call, isCustom = false): WriteOptions {
  objectFormat(request, dialect, isCustom);
  return readWriteOptions(url.searchParams, 'CreateOptions', dialect);
}

/**
 * Decodes the body of a create or update into an object of the served version. Unknown fields produce warnings or
 * errors, depending on the field validation mode.
 */
export function decodeRequestBody(call: Call, expected: ExpectedBody): MaybePromise<ApiObject> {
  const { resource, schema, kind = resource } = expected;
  return whenReady(decodeSentObject(call, expected), (sent) => takeCanonicalObject(asRecord(sent), kind, schema));
}

/** Like `decodeRequestBody`, but returns the members as sent: `canonicalObject` completes them. */
export function decodeSentObject(call: Call, expected: ExpectedBody): MaybePromise<ApiObject> {
  const { resource, schema, kind = resource } = expected;
  const format = objectFormat(call.request, call.server.dialect, resource.isCustom === true);
  return whenReady(receiveBody(call, format), (received) => {
    const isReady = 'value' in received && isDecoded(received.value, schema, kind);
    const object = isReady
      ? (received.value as Record<string, unknown>)
      : inSlices(decoded(call, received, format, expected), call.slices);
    return whenReady(object, (sent) => {
      sent.metadata ??= {};
      return sent as unknown as ApiObject;
    });
  });
}

function* decoded(
  call: Call,
  received: ReceivedBody,
  format: BodyFormat,
  expected: ExpectedBody,
): Steps<Record<string, unknown>> {
  const { resource, schema, kind: gvk = resource } = expected;
  const isForeign = resource.isCustom && !schema.structural;
  const sent = decodedStrictly(call, received, format, expected);
  const outcome = isForeign ? yield* refusingAsUnknown(sent, gvk, call.server.dialect) : yield* sent;
  const { object, versionError, gvk: actual } = outcome;
  if (versionError && !isTaken(actual, expected)) throw versionError;
  if (schema.structural) requireOwnKind(object, gvk);
  return object;
}

const isTaken = (
  { group, version, kind: name }: GroupVersionKind,
  { resource, kind: gvk = resource, otherVersions = [] }: ExpectedBody,
): boolean => group === gvk.group && name === gvk.kind && otherVersions.includes(version);

/** Decodes a body. Its unknown fields become warnings. @throws StatusError 400, also for unknown fields */
function* decodedStrictly(
  call: Call,
  received: ReceivedBody,
  format: BodyFormat,
  expected: ExpectedBody,
): Steps<DecodedObject> {
  const { resource, schema, kind: gvk = resource, fieldValidation } = expected;
  const { dialect, schemas, resources } = call.server;
  const outcome = yield* decodeInSteps({
    ...received,
    format,
    schema,
    gvk,
    dialect,
    schemaOf: (other) => {
      if (resource.isCustom) return resources.find(other.group, other.version, resource.resource)?.schema;
      return isTaken(other, expected) ? schema : schemas.schemaOf(other);
    },
  });
  if (outcome.strictErrors.length > 0) {
    yield;
    const inData = { group: gvk.group, version: outcome.gvk.version, kind: gvk.kind };
    call.warnings.push(...fieldValidationOutcome(outcome.strictErrors, fieldValidation, dialect, inData));
  }
  return outcome;
}

/** The real server does not know the type of a custom resource's Scale, and its decoding error says so. */
function* refusingAsUnknown<T>(read: Steps<T>, { version, kind }: GroupVersionKind, dialect: Dialect): Steps<T> {
  try {
    return yield* read;
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const scheme = dialect.rename(SCHEME);
    throw badRequest(`no kind is registered for the type ${version}.${kind} in scheme "${scheme}"`);
  }
}
