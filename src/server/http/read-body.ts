import type { Dialect } from '../../api/dialect.ts';
import { mediaTypeOf } from '../../api/encoding/media-type.ts';
import { requestEntityTooLarge, StatusError } from '../../api/status.ts';

/** Bytes that a body may have. */
export const MAXIMUM_BODY_BYTES = 3 * 1024 * 1024;

/** The body of a request. @throws StatusError 413 */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > MAXIMUM_BODY_BYTES)
    throw requestEntityTooLarge(`Request entity too large: limit is ${MAXIMUM_BODY_BYTES}`);
  return bytes;
}

const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';
/** How a body is written. @throws StatusError 415 */
export function bodyFormat(request: Request, dialect: Dialect): 'json' | 'yaml' {
  const type = mediaTypeOf(request);
  if (type === 'application/json') return 'json';
  if (type === 'application/yaml') return 'yaml';
  throw unsupportedMediaType(['application/json', 'application/yaml', dialect.rename(PROTOBUF_TYPE)]);
}

/** As above; the objects of built-in kinds can be Protobuf, too. */
export const objectFormat = (request: Request, dialect: Dialect, isCustom: boolean): 'json' | 'yaml' | 'protobuf' =>
  !isCustom && mediaTypeOf(request) === dialect.rename(PROTOBUF_TYPE) ? 'protobuf' : bodyFormat(request, dialect);

export const unsupportedMediaType = (accepted: readonly string[]): StatusError =>
  new StatusError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  });
