import type { ApiObject, GroupVersionKind } from '../api/object.ts';
import { decodeObject, fieldValidationOutcome } from '../schema/decode.ts';
import type { StructSchema } from '../schema/schema.ts';
import type { Call } from './call.ts';
import { canonicalObject } from './canonical-object.ts';
import { requireOwnKind } from './custom-resources/require-own-kind.ts';
import { objectFormat, readBody } from './read-body.ts';
import type { ServedResource } from './served-resource.ts';
import type { FieldValidation } from './write-options.ts';

/** The body of a create or update as an object of the served version; what it has too much is warned of or refused. */
export async function decodeRequestBody(
  call: Call,
  {
    resource,
    schema,
    kind,
    fieldValidation,
  }: { resource: ServedResource; schema: StructSchema; kind?: GroupVersionKind; fieldValidation: FieldValidation },
): Promise<ApiObject> {
  const { dialect } = call.server;
  const format = objectFormat(call.request, dialect, resource.isCustom === true);
  const bytes = await readBody(call.request);
  call.trace?.receive(bytes);
  const gvk = kind ?? { group: resource.group, version: resource.version, kind: resource.kind };
  const { schemas, resources } = call.server;
  const { object, strictErrors, versionError } = decodeObject({
    bytes,
    format,
    schema,
    gvk,
    dialect,
    schemaOf: (other) =>
      resource.isCustom
        ? resources.find(other.group, other.version, resource.resource)?.schema
        : schemas.schemaOf(other),
  });
  call.warnings.push(...fieldValidationOutcome(strictErrors, fieldValidation, dialect, gvk));
  if (versionError) throw versionError;
  if (schema.structural) requireOwnKind(object, gvk);
  return canonicalObject(object, gvk, schema);
}
