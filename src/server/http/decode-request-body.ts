import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { type ApiObject, asRecord, type GroupVersionKind } from '../../api/object.ts';
import { badRequest, StatusError } from '../../api/status.ts';
import { type DecodedObject, decodeObject, fieldValidationOutcome } from '../../schema/decoding/decode.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { requireOwnKind } from '../catalog/custom-resources/require-own-kind.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { Call } from '../context/call.ts';
import { canonicalObject } from './canonical-object.ts';
import { objectFormat, receiveBody } from './read-body.ts';
import type { FieldValidation } from './write-options.ts';

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

/**
 * Decodes the body of a create or update into an object of the served version. Unknown fields produce warnings or
 * errors, as the field validation mode says.
 */
export async function decodeRequestBody(call: Call, expected: ExpectedBody): Promise<ApiObject> {
  const { resource, schema, kind = resource } = expected;
  return canonicalObject(asRecord(await decodeSentObject(call, expected)), kind, schema);
}

/** As `decodeRequestBody`, but the members are as they were sent: `canonicalObject` completes them. */
export async function decodeSentObject(
  call: Call,
  { resource, schema, kind: gvk = resource, otherVersions = [], fieldValidation }: ExpectedBody,
): Promise<ApiObject> {
  const { dialect } = call.server;
  const format = objectFormat(call.request, dialect, resource.isCustom === true);
  const received = await receiveBody(call, format);
  const { schemas, resources } = call.server;
  const isTaken = ({ group, version, kind: name }: GroupVersionKind): boolean =>
    group === gvk.group && name === gvk.kind && otherVersions.includes(version);
  const read = (): DecodedObject => {
    const decoded = decodeObject({
      ...received,
      format,
      schema,
      gvk,
      dialect,
      schemaOf: (other) => {
        if (resource.isCustom) return resources.find(other.group, other.version, resource.resource)?.schema;
        return isTaken(other) ? schema : schemas.schemaOf(other);
      },
    });
    if (decoded.strictErrors.length > 0) {
      const inData = { group: gvk.group, version: decoded.gvk.version, kind: gvk.kind };
      call.warnings.push(...fieldValidationOutcome(decoded.strictErrors, fieldValidation, dialect, inData));
    }
    return decoded;
  };
  const isForeign = resource.isCustom && !schema.structural;
  const { object, versionError, gvk: actual } = isForeign ? refusingAsUnknown(read, gvk, dialect) : read();
  if (versionError && !isTaken(actual)) throw versionError;
  if (schema.structural) requireOwnKind(object, gvk);
  object.metadata ??= {};
  return object as unknown as ApiObject;
}

/** The real server does not know the type of a custom resource's Scale, and its decoding error says so. */
function refusingAsUnknown<T>(read: () => T, { version, kind }: GroupVersionKind, dialect: Dialect): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const scheme = dialect.rename(SCHEME);
    throw badRequest(`no kind is registered for the type ${version}.${kind} in scheme "${scheme}"`);
  }
}
