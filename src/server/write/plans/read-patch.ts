import { type ApiObject, asRecord, type GroupVersionKind, isRecord } from '../../../api/object.ts';
import { notFound, StatusError } from '../../../api/status.ts';
import {
  JSON_PATCH,
  MERGE_PATCH,
  type PatchType,
  patchObject,
  STRATEGIC_MERGE_PATCH,
} from '../../../patch/patch-object.ts';
import { decodeObject } from '../../../schema/decoding/decode.ts';
import type { StructSchema } from '../../../schema/schema.ts';
import { requireOwnKind } from '../../catalog/custom-resources/require-own-kind.ts';
import { groupResourceOf, type ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { canonicalObject } from '../../http/canonical-object.ts';
import { readBody } from '../../http/read-body.ts';
import { readWriteOptions, type WriteOptions } from '../../http/write-options.ts';
import { checkIdentity } from '../check-identity.ts';

export const APPLY_PATCH = 'application/apply-patch+yaml';
const PATCH_TYPES: readonly string[] = [JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH];
const CUSTOM_TYPES: readonly string[] = [JSON_PATCH, MERGE_PATCH, APPLY_PATCH];

/** A PATCH as it was sent: read and checked once, applied to whatever is live when its turn comes. */
export interface PatchBody {
  readonly options: WriteOptions;
  readonly isApply: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A patch that is no apply, applied. Its warnings are added to the call's. */
  patch(live: ApiObject | undefined): ApiObject;
}

/** Reads a PATCH of an object of `kind`. @throws StatusError 415, 422 */
export async function readPatch(
  call: Call & { resource: ServedResource },
  { schema, kind }: { schema: StructSchema; kind: GroupVersionKind },
): Promise<PatchBody> {
  const { server, resource, info } = call;
  // Unlike the type of any other body, that of a patch is compared as it was written.
  const type = (call.request.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  const isApply = type === APPLY_PATCH;
  if (!resource.isCustom && !isApply && !PATCH_TYPES.includes(type)) throw unsupportedPatchType();
  if (resource.isCustom && !CUSTOM_TYPES.includes(type)) throw unsupportedCustomPatchType();
  const options = readWriteOptions(call.url.searchParams, 'PatchOptions', server.dialect, isApply);
  const bytes = await readBody(call.request);
  call.trace?.receive(bytes);
  const warned = call.warnings.length;
  return {
    options,
    isApply,
    bytes,
    patch(live) {
      if (!live) throw notFound(groupResourceOf(resource), info.name);
      const { object, warnings } = patchObject({
        type: type as PatchType,
        body: bytes,
        live,
        schema,
        kind,
        fieldValidation: options.fieldValidation,
        dialect: server.dialect,
        decode: (text) => decodePatched(call, text, { schema, kind }),
      });
      // A patch that is computed again warns again.
      call.warnings.length = warned;
      call.warnings.push(...warnings);
      if (schema.structural) requireOwnKind(object, kind);
      const patched = canonicalObject(asRecord(object), kind, schema);
      checkIdentity(call, patched, live);
      return patched;
    },
  };
}

/** The patched object as its own kind and version say, in the version of the request. */
function decodePatched(
  { server, resource }: Call & { resource: ServedResource },
  text: string,
  { schema, kind }: { schema: StructSchema; kind: GroupVersionKind },
): { object: ApiObject; strictErrors: readonly string[] } {
  const document: unknown = JSON.parse(text);
  if (isRecord(document) && !resource.isCustom && (document.apiVersion ?? '') === '') return unversioned(document);
  const decoded = decodeObject({
    text,
    format: 'json',
    schema,
    gvk: kind,
    dialect: server.dialect,
    schemaOf: (other) => server.schemas.schemaOf(other),
    anyVersion: true,
  });
  if (decoded.versionError) throw decoded.versionError;
  const { group, version } = decoded.gvk;
  const object = decoded.object as unknown as ApiObject;
  const source = version === kind.version ? undefined : server.resources.find(group, version, resource.resource);
  return {
    object: source ? resource.fromStorage(source.toStorage(object)) : object,
    strictErrors: decoded.strictErrors,
  };
}

/** Without a version the real server reads its own internal type, which has hardly a field of the names in use. */
const unversioned = (document: Record<string, unknown>): { object: ApiObject; strictErrors: readonly string[] } => ({
  object: { apiVersion: '', kind: '', metadata: {} },
  strictErrors: Object.keys(document)
    .filter((field) => field !== 'kind' && field !== 'apiVersion')
    .map((field) => `unknown field ${JSON.stringify(field)}`),
});

const unsupportedPatchType = (): StatusError =>
  new StatusError({ code: 415, reason: 'UnsupportedMediaType', message: '415: Unsupported Media Type', details: {} });

const unsupportedCustomPatchType = (): StatusError =>
  new StatusError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${CUSTOM_TYPES.join(', ')}`,
  });
