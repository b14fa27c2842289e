import { type ApiObject, asRecord, type GroupVersionKind } from '../../../api/object.ts';
import { notFound, StatusError } from '../../../api/status.ts';
import type { Steps } from '../../../api/steps.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import { type PatchOutcome, patchInSteps } from '../../../patch/patch-object.ts';
import { JSON_PATCH, MERGE_PATCH, type PatchType, STRATEGIC_MERGE_PATCH } from '../../../patch/patch-types.ts';
import { decodeInSteps } from '../../../schema/decoding/decode.ts';
import type { StructSchema } from '../../../schema/schema.ts';
import { requireOwnKind } from '../../catalog/custom-resources/require-own-kind.ts';
import { groupResourceOf, type ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { canonicalObject } from '../../http/canonical-object.ts';
import { notAcceptable } from '../../http/negotiation.ts';
import { receiveBody, receiveBytes } from '../../http/read-body.ts';
import { readWriteOptions, type WriteOptions } from '../../http/write-options.ts';
import { inSlices } from '../../objects/slices.ts';
import { checkIdentity } from './check-identity.ts';

export const APPLY_PATCH = 'application/apply-patch+yaml';
const PATCH_TYPES: readonly string[] = [JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH];
const CUSTOM_TYPES: readonly string[] = [JSON_PATCH, MERGE_PATCH, APPLY_PATCH];

/** The body of a PATCH: read and checked once, used by every attempt to change the live object. */
export type PatchBody = ApplyPatchBody | ChangePatchBody;

export interface ApplyPatchBody {
  readonly isApply: true;
  readonly options: WriteOptions;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface ChangePatchBody {
  readonly isApply: false;
  readonly options: WriteOptions;
  /** Returns the patched object. Adds its warnings. @throws StatusError 404 */
  patch(live: ApiObject | undefined, warnings: string[]): MaybePromise<ApiObject>;
}

/** Returns the media type of a PATCH. Unlike that of other bodies, it is compared as sent. */
const patchTypeOf = ({ headers }: Call['request']): string =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';

/**
 * Requires that a PATCH has the media type of a patch. For built-in kinds, the real server's router selects the route by
 * it, and no route accepts anything when there is no body to refuse.
 * @throws StatusError 415; 406 for a built-in kind without a body
 */
export function requirePatchType({ request, resource }: Call): void {
  const type = patchTypeOf(request);
  if (resource?.isCustom) {
    if (!CUSTOM_TYPES.includes(type)) throw unsupportedCustomPatchType();
  } else if (type !== APPLY_PATCH && !PATCH_TYPES.includes(type)) {
    const hasBody = request.body !== undefined && request.headers.get('content-length') !== '0';
    throw hasBody ? unsupportedPatchType() : notAcceptable([]);
  }
}

/** Reads a PATCH of an object of `kind`. @throws StatusError 422 */
export async function readPatch(
  call: Call & { resource: ServedResource },
  { schema, kind }: { schema: StructSchema; kind: GroupVersionKind },
): Promise<PatchBody> {
  const { server, resource, info } = call;
  const type = patchTypeOf(call.request);
  const isApply = type === APPLY_PATCH;
  const options = readWriteOptions(call.url.searchParams, 'PatchOptions', server.dialect, isApply);
  if (isApply) return { isApply, options, bytes: await receiveBytes(call) };
  const received = await receiveBody(call, 'json');
  const body = 'bytes' in received ? received.bytes : received;
  return {
    isApply,
    options,
    patch(live, warnings) {
      if (!live) throw notFound(groupResourceOf(resource), info.name);
      const outcome = patchInSteps({
        type: type as PatchType,
        body,
        live,
        schema,
        kind,
        fieldValidation: options.fieldValidation,
        dialect: server.dialect,
        decode: (text) => decodePatched(call, text, { schema, kind }),
      });
      return whenReady(inSlices(outcome, call.slices), (patched) => complete(patched, live, warnings));
    },
  };

  function complete(
    { object, untouched, warnings: texts }: PatchOutcome,
    live: ApiObject,
    warnings: string[],
  ): ApiObject {
    warnings.push(...texts);
    if (schema.structural) requireOwnKind(object, kind);
    // No step of a status write changes the metadata or spec in place, so the patched object can share those of the
    // live one.
    const isOnlyStatus =
      info.subresource === 'status' && untouched?.metadata !== undefined && untouched.spec !== undefined;
    const written = isOnlyStatus ? asRecord(live) : undefined;
    const patched = Object.assign(canonicalObject(asRecord(object), kind, schema, written), untouched);
    checkIdentity(call, patched, live);
    return patched;
  }
}

/** Decodes the patched object by its own kind and version. Returns it in the version of the request. */
function* decodePatched(
  { server, resource }: Call & { resource: ServedResource },
  text: string,
  { schema, kind }: { schema: StructSchema; kind: GroupVersionKind },
): Steps<{ object: ApiObject; strictErrors: readonly string[] }> {
  const decoded = yield* decodeInSteps({
    text,
    format: 'json',
    schema,
    gvk: kind,
    dialect: server.dialect,
    schemaOf: (other) => server.schemas.schemaOf(other),
    isPatched: true,
    hasInternalType: !resource.isCustom,
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

const unsupportedPatchType = (): StatusError =>
  new StatusError({ code: 415, reason: 'UnsupportedMediaType', message: '415: Unsupported Media Type', details: {} });

const unsupportedCustomPatchType = (): StatusError =>
  new StatusError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${CUSTOM_TYPES.join(', ')}`,
  });
