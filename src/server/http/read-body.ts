import type { Dialect } from '../../api/dialect.ts';
import { mediaTypeOf } from '../../api/encoding/media-type.ts';
import { TextRequest } from '../../api/encoding/text-messages.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import { PROTOBUF_MEDIA_TYPE } from '../../api/kubernetes-names.ts';
import { requestEntityTooLarge, StatusError } from '../../api/status.ts';
import type { Call } from '../context/call.ts';

/** The largest accepted body, in bytes. */
export const MAXIMUM_BODY_BYTES = 3 * 1024 * 1024;

/** Reads the body of a request. @throws StatusError 413 */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > MAXIMUM_BODY_BYTES)
    throw requestEntityTooLarge(`Request entity too large: limit is ${MAXIMUM_BODY_BYTES}`);
  return bytes;
}

/** A body: its bytes, or the value of its JSON, which a client in this process has handed over. */
export type ReceivedBody = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly value: unknown };

export type BodyFormat = 'json' | 'yaml' | 'protobuf';

/** Reads and traces the body of a request. Returns a promise only when it has to wait. @throws StatusError 413 */
export function receiveBody({ request, trace }: Call, format: BodyFormat): ReceivedBody | Promise<ReceivedBody> {
  const json = format === 'json' && request instanceof TextRequest ? request.jsonBody : undefined;
  if (!json || json.mostBytes > MAXIMUM_BODY_BYTES) return receiveBytes(request, trace);
  trace?.receive(utf8Bytes(json.text));
  return { value: json.take() };
}

async function receiveBytes(request: Request, trace: Call['trace']): Promise<ReceivedBody> {
  const bytes = await readBody(request);
  trace?.receive(bytes);
  return { bytes };
}

/** Returns the format of a body. @throws StatusError 415 */
export function bodyFormat(request: Request, dialect: Dialect): 'json' | 'yaml' {
  const type = mediaTypeOf(request);
  if (type === 'application/json') return 'json';
  if (type === 'application/yaml') return 'yaml';
  throw unsupportedMediaType(['application/json', 'application/yaml', dialect.rename(PROTOBUF_MEDIA_TYPE)]);
}

/** As `bodyFormat`, with Protobuf for objects of built-in kinds. */
export const objectFormat = (request: Request, dialect: Dialect, isCustom: boolean): BodyFormat =>
  !isCustom && mediaTypeOf(request) === dialect.rename(PROTOBUF_MEDIA_TYPE) ? 'protobuf' : bodyFormat(request, dialect);

export const unsupportedMediaType = (accepted: readonly string[]): StatusError =>
  new StatusError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  });
