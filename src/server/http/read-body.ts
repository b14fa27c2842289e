import type { Dialect } from '../../api/dialect.ts';
import { mediaTypeOf } from '../../api/encoding/media-type.ts';
import { PROTOBUF_MEDIA_TYPE } from '../../api/kubernetes-names.ts';
import { requestEntityTooLarge, StatusError } from '../../api/status.ts';

/** The largest accepted body, in bytes. */
export const MAXIMUM_BODY_BYTES = 3 * 1024 * 1024;

/** Reads the body of a request. @throws StatusError 413 */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > MAXIMUM_BODY_BYTES)
    throw requestEntityTooLarge(`Request entity too large: limit is ${MAXIMUM_BODY_BYTES}`);
  return bytes;
}

/** Returns the format of a body. @throws StatusError 415 */
export function bodyFormat(request: Request, dialect: Dialect): 'json' | 'yaml' {
  const type = mediaTypeOf(request);
  if (type === 'application/json') return 'json';
  if (type === 'application/yaml') return 'yaml';
  throw unsupportedMediaType(['application/json', 'application/yaml', dialect.rename(PROTOBUF_MEDIA_TYPE)]);
}

/** As `bodyFormat`, with Protobuf for objects of built-in kinds. */
export const objectFormat = (request: Request, dialect: Dialect, isCustom: boolean): 'json' | 'yaml' | 'protobuf' =>
  !isCustom && mediaTypeOf(request) === dialect.rename(PROTOBUF_MEDIA_TYPE) ? 'protobuf' : bodyFormat(request, dialect);

export const unsupportedMediaType = (accepted: readonly string[]): StatusError =>
  new StatusError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  });
